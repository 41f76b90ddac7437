/// <reference types="@mcp-b/webmcp-types" preserve="true" />
import { IframeChildTransportOptions, TabServerTransportOptions } from "@mcp-b/transports";

//#region src/types.d.ts
interface TransportConfiguration {
  /**
   * Configuring a transport means stating its origins: `allowedOrigins` is required
   * here, so a wildcard is only ever reached by omitting the transport entirely.
   */
  tabServer?: TabServerTransportOptions | false;
  iframeServer?: IframeChildTransportOptions | false;
}
interface WebModelContextInitOptions {
  transport?: TransportConfiguration;
  autoInitialize?: boolean;
  /**
   * Forwarded to @mcp-b/webmcp-polyfill when polyfill installation is needed.
   * Existing modelContextTesting implementations are never replaced.
   *
   * Deliberately inverts the polyfill's own default (false): this entry point is the
   * batteries-included one, and the e2e suites rely on the shim being present.
   * @default true
   */
  installTestingShim?: boolean;
}
declare global {
  interface Window {
    __webModelContextOptions?: WebModelContextInitOptions;
  }
}
//#endregion
//#region src/global.d.ts
/** Installs the global bridge on `document.modelContext`. */
declare function initializeWebModelContext(options?: WebModelContextInitOptions): void;
declare function cleanupWebModelContext(): void;
//#endregion
export { type TransportConfiguration, type WebModelContextInitOptions, cleanupWebModelContext, initializeWebModelContext };
//# sourceMappingURL=index.d.ts.map