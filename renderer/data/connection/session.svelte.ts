/** What the host issued when this page signed in. The host issues a new session each time it starts. */
interface Session {
  /** Secret that opens the WebSocket and allows photo uploads. */
  readonly page: string;
  /** Token in the URLs of pictures. */
  readonly media: string;
}

/** Storage key shared by all pages of this host, so that a reload or a second tab stays signed in. */
const KEY = 'darkslide-session';

let session = $state.raw<Session | null>(null);
const listeners = new Set<() => void>();

/**
 * Stores the session if this page has just signed in; otherwise loads the session that another page of this host
 * stored. Must be called once, before any other code reads the URL of the page.
 */
export function takeSession(): void {
  const given = document.querySelector<HTMLMetaElement>(`meta[name="${KEY}"]`);
  const text = given?.content ?? null;
  given?.remove();
  if (text !== null) keep(text);
  session = parse(text ?? kept());
  // removes the token from the URL, because it can be used only once; the part after # is the view to open
  if (location.search !== '') history.replaceState(null, '', `/${location.hash}`);
  addEventListener('storage', ({ key, newValue }) => {
    const next = key === KEY ? parse(newValue) : null;
    if (next === null) return;
    session = next;
    for (const listener of listeners) listener();
  });
}

/** Returns the session of this page; null until the page is signed in. */
export function currentSession(): Session | null {
  return session;
}

/** Calls `listener` when another page of this host has signed in. */
export function onSignedIn(listener: () => void): void {
  listeners.add(listener);
}

/** Checks whether the host still accepts the session of this page; null when the host does not answer. */
export async function isSignedIn(): Promise<boolean | null> {
  try {
    const answer = await fetch('/session', { headers: sessionHeaders(), cache: 'no-store' });
    return ((await answer.json()) as { readonly isSignedIn: boolean }).isSignedIn;
  } catch {
    return null;
  }
}

/** Returns the headers that authenticate requests of this page. */
export function sessionHeaders(): Record<string, string> {
  return session === null ? {} : { 'x-darkslide-session': session.page };
}

function parse(text: string | null): Session | null {
  const [page, media] = (text ?? '').split('.');
  return page && media ? { page, media } : null;
}

// the browser may block storage; then the user has to sign in again after a reload
function keep(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    return;
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
