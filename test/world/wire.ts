import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * One end of a connection in memory that behaves like a TCP socket: closing it ends the other end, a reset
 * breaks it, and the other end can still read what was sent before.
 */
class End extends Duplex {
  other!: End;
  #wantsMore: (() => void) | null = null;
  #isReset = false;

  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open';
  }

  resetAndDestroy(): this {
    this.#isReset = true;
    return this.destroy();
  }

  destroySoon(): void {
    this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    this.#goOn();
  }

  /** Sends the data that had to wait because the other end had no space. */
  #goOn(): void {
    const next = this.#wantsMore;
    this.#wantsMore = null;
    next?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    const { other } = this;
    if (other.destroyed) return done(broken('EPIPE'));
    if (other.push(chunk)) done();
    else other.#wantsMore = done;
  }

  override _final(done: () => void): void {
    this.other.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { other } = this;
    done(error);
    process.nextTick(() => {
      if (other.destroyed) return;
      if (this.#isReset) other.destroy(broken('ECONNRESET'));
      else if (!other.readableEnded && !this.writableFinished) other.push(null);
      this.#goOn();
    });
  }
}

function broken(code: string): Error {
  return Object.assign(new Error(`the connection is broken: ${code}`), { code });
}

/**
 * Creates a connection without a port: the client's end, which looks like a connected socket, and the
 * server's end.
 */
export function wire(): { readonly near: Socket; readonly far: Duplex } {
  const [near, far] = [new End(), new End()];
  near.other = far;
  far.other = near;
  return { near: near as Duplex as Socket, far };
}
