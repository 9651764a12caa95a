/** A request that has reached the service. */
export interface Arrival {
  /** Path below the base address, without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** Content of the uploaded file; null if there is none. */
  readonly file: string | null;
  readonly sentAt: number;
  readonly isEcho: boolean;
}

/** An answer of the service, before the network changes it. */
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

/** Returns the photo to which a task, execution or address of the service belongs; the photo is its first part. */
export function photoOf(id: string): string {
  return id.replace('https://files.example/', '').split('.')[0] ?? '';
}
