interface Success { ok: true; data: Record<string, unknown> }
interface Failure { ok: false; error: { code: number; message: string } }
export type FormToolResultUnion = Success | Failure;
