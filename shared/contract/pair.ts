import type { AnswerFrame, Port, RequestFrame, ScreenPort, StudioPort } from './frames.ts';

/** Creates both ends of a connection in memory. Frames are copied as JSON, as in every real connection. */
export function createPair(): { readonly screen: ScreenPort; readonly studio: StudioPort } {
  const toStudio = halfWay<unknown>();
  const toScreen = halfWay<AnswerFrame>();
  let isClosed = false;
  const closes: ((() => void) | null)[] = [null, null];
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of closes) listener?.();
  };
  const end = <Out, In>(
    mine: 0 | 1,
    out: (frame: Out) => void,
    hear: (listener: ((frame: In) => void) | null) => void,
  ): Port<Out, In> => ({
    post(frame) {
      if (!isClosed) out(frame);
    },
    onFrame: hear,
    onClose(listener) {
      closes[mine] = listener;
    },
    close,
  });
  return {
    screen: end<RequestFrame, AnswerFrame>(0, toStudio.send, toScreen.hear),
    studio: end<AnswerFrame, unknown>(1, toScreen.send, toStudio.hear),
  };
}

function halfWay<In>(): {
  send(frame: unknown): void;
  hear(listener: ((frame: In) => void) | null): void;
} {
  let listener: ((frame: In) => void) | null = null;
  return {
    send(frame) {
      const text = JSON.stringify(frame);
      queueMicrotask(() => listener?.(JSON.parse(text) as In));
    },
    hear(next) {
      listener = next;
    },
  };
}
