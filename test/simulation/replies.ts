/** A request that reaches the service. */
export interface Arrival {
  /** Path below the base address, without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** Content of the uploaded file. */
  readonly file: string | null;
  readonly sentAt: number;
  readonly isEcho: boolean;
}

/** One answer before the network changes it. */
export interface Reply {
  readonly status: number;
  readonly envelope: Readonly<Record<string, unknown>>;
}

export function fine(data: unknown): Reply {
  return { status: 200, envelope: { success: true, code: 0, message: 'ok', data } };
}

export function refused(words: string, status = 200): Reply {
  return { status, envelope: { success: false, code: 4001, msg: words } };
}

/** Returns the photo that a task, execution or address of the service belongs to: its first part. */
export function photoOf(id: string): string {
  return id.replace('https://files.example/', '').split('.')[0] ?? '';
}
