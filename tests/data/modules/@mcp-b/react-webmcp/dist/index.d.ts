import { InferOutput, InferToolInput, ToolExecutionState, WebMCPConfig, WebMCPConfig as WebMCPConfig$1, WebMCPReturn, WebMCPReturn as WebMCPReturn$1, useWebMCP } from "usewebmcp";
import { ReactElement, ReactNode } from "react";
import { ToolInputSchema, ToolInputSchema as ToolInputSchema$1 } from "@mcp-b/webmcp-polyfill/schema";
import { BrowserMcpServer as ModelContextProtocol, PromptDescriptor, PromptDescriptor as PromptDescriptor$1, ResourceDescriptor, ResourceDescriptor as ResourceDescriptor$1 } from "@mcp-b/webmcp-ts-sdk";
import { Client, ConnectOptions, Resource, ServerCapabilities, Tool, Transport } from "@modelcontextprotocol/client";
import { CallToolResult, MaybePromise, ToolAnnotations, ToolDescriptor } from "@mcp-b/webmcp-types";

//#region src/client/McpClientProvider.d.ts
/**
 * Context value provided by McpClientProvider.
 *
 * @internal
 */
interface McpClientContextValue {
  client: Client;
  tools: Tool[];
  resources: Resource[];
  isConnected: boolean;
  isLoading: boolean;
  error: Error | null;
  capabilities: ServerCapabilities | null;
  reconnect: (freshTransport?: Transport) => Promise<void>;
}
/**
 * Props for the McpClientProvider component.
 *
 * @public
 */
interface McpClientProviderProps {
  /**
   * React children to render within the provider.
   */
  children: ReactNode;
  /**
   * MCP Client instance to use for communication.
   */
  client: Client;
  /**
   * Transport instance for the client to connect through.
   */
  transport: Transport;
  /**
   * Optional connection options.
   */
  opts?: ConnectOptions;
}
/**
 * Provider component that manages an MCP client connection and exposes
 * tools, resources, and connection state to child components.
 *
 * This provider handles:
 * - Establishing and maintaining the MCP client connection
 * - Fetching available tools and resources from the server
 * - Listening for server notifications about tool/resource changes
 * - Managing connection state and errors
 * - Automatic cleanup on unmount
 *
 * @param props - Component props
 * @returns Provider component wrapping children
 *
 * @public
 *
 * @example
 * Connect to an MCP server via tab transport:
 * ```tsx
 * import { TabClientTransport } from '@mcp-b/transports';
 * import { McpClientProvider } from '@mcp-b/react-webmcp';
 * import { Client } from '@modelcontextprotocol/client';
 *
 * const client = new Client(
 *   { name: 'my-app', version: '1.0.0' },
 *   { versionNegotiation: { mode: 'auto' } }
 * );
 *
 * const transport = new TabClientTransport({
 *   channelId: 'mcp',
 *   targetOrigin: window.location.origin,
 * });
 *
 * function App() {
 *   return (
 *     <McpClientProvider client={client} transport={transport}>
 *       <MyAppContent />
 *     </McpClientProvider>
 *   );
 * }
 * ```
 *
 * @example
 * Access tools from child components:
 * ```tsx
 * function MyAppContent() {
 *   const { tools, isConnected, isLoading } = useMcpClient();
 *
 *   if (isLoading) {
 *     return <div>Connecting to MCP server...</div>;
 *   }
 *
 *   if (!isConnected) {
 *     return <div>Failed to connect to MCP server</div>;
 *   }
 *
 *   return (
 *     <div>
 *       <h2>Available Tools:</h2>
 *       <ul>
 *         {tools.map(tool => (
 *           <li key={tool.name}>{tool.description}</li>
 *         ))}
 *       </ul>
 *     </div>
 *   );
 * }
 * ```
 */
declare function McpClientProvider({
  children,
  client,
  transport,
  opts
}: McpClientProviderProps): ReactElement;
/**
 * Hook to access the MCP client context.
 * Must be used within an {@link McpClientProvider}.
 *
 * @returns The MCP client context including client instance, tools, resources, and connection state
 * @throws Error if used outside of McpClientProvider
 *
 * @public
 *
 * @example
 * ```tsx
 * function ToolsList() {
 *   const { tools, isConnected, error, reconnect } = useMcpClient();
 *
 *   if (error) {
 *     return (
 *       <div>
 *         Error: {error.message}
 *         <button onClick={() => void reconnect()}>Retry</button>
 *       </div>
 *     );
 *   }
 *
 *   if (!isConnected) {
 *     return <div>Not connected</div>;
 *   }
 *
 *   return (
 *     <ul>
 *       {tools.map(tool => (
 *         <li key={tool.name}>{tool.description}</li>
 *       ))}
 *     </ul>
 *   );
 * }
 * ```
 */
declare function useMcpClient(): McpClientContextValue;
//#endregion
//#region src/types.d.ts
/** A single message returned by {@link WebMCPPromptConfig.get}. */
type PromptMessage = Awaited<ReturnType<PromptDescriptor$1['get']>>['messages'][number];
/** A single entry returned by {@link WebMCPResourceConfig.read}. */
type ResourceContents = Awaited<ReturnType<ResourceDescriptor$1['read']>>['contents'][number];
type WebMCPPromptConfig = Pick<PromptDescriptor$1, 'name' | 'description'> & Pick<WebMCPConfig$1, 'enabled'> & {
  argsSchema?: ToolInputSchema$1;
  get: (args: Parameters<PromptDescriptor$1['get']>[0]) => MaybePromise<Awaited<ReturnType<PromptDescriptor$1['get']>>>;
};
interface WebMCPPromptReturn {
  isRegistered: boolean;
}
type WebMCPResourceConfig = ResourceDescriptor$1 & Pick<WebMCPConfig$1, 'enabled'>;
type WebMCPResourceReturn = WebMCPPromptReturn;
//#endregion
//#region src/useWebMCPContext.d.ts
/**
 * Convenience hook for exposing read-only context data to AI assistants.
 *
 * This is a simplified wrapper around {@link useWebMCP} specifically designed for
 * context tools that expose data without performing actions. The hook automatically
 * configures appropriate annotations (read-only, idempotent) and handles value
 * serialization.
 *
 * JSON-compatible values are normalized to text plus `structuredContent`.
 *
 * @template T - The type of context data to expose
 *
 * @param name - Unique identifier for the context tool (e.g., 'context_current_post')
 * @param description - Human-readable description of the context for AI assistants
 * @param getValue - Function that returns the current context value
 * @param options - Registration options; enabled defaults to true
 * @returns Tool execution state and control methods
 *
 * @public
 *
 * @example
 * Expose current post context:
 * ```tsx
 * function PostDetailPage() {
 *   const { postId } = useParams();
 *   const { data: post } = useQuery(['post', postId], () => fetchPost(postId));
 *
 *   useWebMCPContext(
 *     'context_current_post',
 *     'Get the currently viewed post ID and metadata',
 *     () => ({
 *       postId,
 *       title: post?.title,
 *       author: post?.author,
 *       tags: post?.tags,
 *       createdAt: post?.createdAt,
 *     })
 *   );
 *
 *   return <PostContent post={post} />;
 * }
 * ```
 *
 * @example
 * Expose user session context:
 * ```tsx
 * function AppRoot() {
 *   const { user, isAuthenticated } = useAuth();
 *
 *   useWebMCPContext(
 *     'context_user_session',
 *     'Get the current user session information',
 *     () => ({
 *       isAuthenticated,
 *       userId: user?.id,
 *       email: user?.email,
 *       permissions: user?.permissions,
 *     })
 *   );
 *
 *   return <App />;
 * }
 * ```
 */
declare function useWebMCPContext<T>(name: string, description: string, getValue: () => T, options?: Pick<WebMCPConfig$1, 'enabled'>): WebMCPReturn$1;
//#endregion
//#region src/useWebMCPPrompt.d.ts
/**
 * React hook for registering Model Context Protocol (MCP) prompts.
 *
 * This hook handles the complete lifecycle of an MCP prompt:
 * - Registers the prompt with the installed MCP-B `BrowserMcpServer`
 * - Automatically unregisters on component unmount
 *
 * @param config - Configuration object for the prompt
 * @returns Object indicating registration status
 *
 * @public
 *
 * @example
 * Simple prompt without arguments:
 * ```tsx
 * function HelpPrompt() {
 *   const { isRegistered } = useWebMCPPrompt({
 *     name: 'help',
 *     description: 'Get help with using the application',
 *     get: async () => ({
 *       messages: [{
 *         role: 'user',
 *         content: { type: 'text', text: 'How do I use this application?' }
 *       }]
 *     }),
 *   });
 *
 *   return <div>Help prompt {isRegistered ? 'ready' : 'loading'}</div>;
 * }
 * ```
 *
 * @example
 * Prompt with typed arguments:
 * ```tsx
 * function CodeReviewPrompt() {
 *   const { isRegistered } = useWebMCPPrompt({
 *     name: 'review_code',
 *     description: 'Review code for best practices',
 *     argsSchema: {
 *       type: 'object',
 *       properties: {
 *         code: { type: 'string', description: 'The code to review' },
 *         language: { type: 'string', description: 'Programming language' },
 *       },
 *       required: ['code'],
 *     } as const,
 *     get: async ({ code, language }) => ({
 *       messages: [{
 *         role: 'user',
 *         content: {
 *           type: 'text',
 *           text: `Please review this ${language ?? ''} code:\n\n${code}`
 *         }
 *       }]
 *     }),
 *   });
 *
 *   return <div>Code review prompt {isRegistered ? 'ready' : 'loading'}</div>;
 * }
 * ```
 */
declare function useWebMCPPrompt(config: WebMCPPromptConfig): WebMCPPromptReturn;
//#endregion
//#region src/useWebMCPResource.d.ts
/**
 * React hook for registering Model Context Protocol (MCP) resources.
 *
 * This hook handles the complete lifecycle of an MCP resource:
 * - Registers the resource with the installed MCP-B `BrowserMcpServer`
 * - Supports both static URIs and URI templates with parameters
 * - Automatically unregisters on component unmount
 *
 * @param config - Configuration object for the resource
 * @returns Object indicating registration status
 *
 * @public
 *
 * @example
 * Static resource:
 * ```tsx
 * function AppSettingsResource() {
 *   const { isRegistered } = useWebMCPResource({
 *     uri: 'config://app-settings',
 *     name: 'App Settings',
 *     description: 'Application configuration',
 *     mimeType: 'application/json',
 *     read: async (uri) => ({
 *       contents: [{
 *         uri: uri.href,
 *         text: JSON.stringify({ theme: 'dark', language: 'en' })
 *       }]
 *     }),
 *   });
 *
 *   return <div>Settings resource {isRegistered ? 'ready' : 'loading'}</div>;
 * }
 * ```
 *
 * @example
 * Dynamic resource with URI template:
 * ```tsx
 * function UserProfileResource() {
 *   const { isRegistered } = useWebMCPResource({
 *     uri: 'user://{userId}/profile',
 *     name: 'User Profile',
 *     description: 'User profile data by ID',
 *     mimeType: 'application/json',
 *     read: async (uri, params) => {
 *       const userId = typeof params?.userId === 'string' ? params.userId : '';
 *       const profile = await fetchUserProfile(userId);
 *       return {
 *         contents: [{
 *           uri: uri.href,
 *           text: JSON.stringify(profile)
 *         }]
 *       };
 *     },
 *   });
 *
 *   return <div>User profile resource {isRegistered ? 'ready' : 'loading'}</div>;
 * }
 * ```
 */
declare function useWebMCPResource(config: WebMCPResourceConfig): WebMCPResourceReturn;
//#endregion
//#region src/index.d.ts
declare module 'react' {
  interface FormHTMLAttributes<T> {
    toolname?: string;
    tooltitle?: string;
    tooldescription?: string;
    toolautosubmit?: '' | 'toolautosubmit';
  }
  interface FieldsetHTMLAttributes<T> {
    toolparamdescription?: string;
  }
  interface InputHTMLAttributes<T> {
    toolparamdescription?: string;
  }
  interface SelectHTMLAttributes<T> {
    toolparamdescription?: string;
  }
  interface TextareaHTMLAttributes<T> {
    toolparamdescription?: string;
  }
}
//#endregion
export { type CallToolResult, type InferOutput, type InferToolInput, McpClientProvider, type McpClientProviderProps, type ModelContextProtocol, type PromptDescriptor, type PromptMessage, type ResourceContents, type ResourceDescriptor, type ToolAnnotations, type ToolDescriptor, type ToolExecutionState, type ToolInputSchema, type WebMCPConfig, type WebMCPPromptConfig, type WebMCPPromptReturn, type WebMCPResourceConfig, type WebMCPResourceReturn, type WebMCPReturn, useMcpClient, useWebMCP, useWebMCPContext, useWebMCPPrompt, useWebMCPResource };
//# sourceMappingURL=index.d.ts.map