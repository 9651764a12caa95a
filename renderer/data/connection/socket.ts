import type { AnswerFrame, RequestFrame, ScreenPort } from '#shared/contract/frames.ts';

/**
 * Wraps a WebSocket as a port. Messages posted while the socket is connecting are sent once it is open. The page's
 * `secret` is passed as a subprotocol name, because a page can't set headers of a WebSocket, and the address may be
 * logged.
 */
export function socketPort(url: URL, secret: string | null): ScreenPort {
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url, secret === null ? ['darkslide'] : ['darkslide', secret]);
  const early: RequestFrame[] = [];
  let onFrame: ((frame: AnswerFrame) => void) | null = null;
  let onClose: (() => void) | null = null;

  const send = (frame: RequestFrame) => socket.send(JSON.stringify(frame));
  socket.addEventListener('open', () => early.splice(0).forEach(send));
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onFrame?.(JSON.parse(data) as AnswerFrame);
  });
  socket.addEventListener('close', () => onClose?.());

  return {
    post(frame) {
      if (socket.readyState === WebSocket.CONNECTING) early.push(frame);
      else if (socket.readyState === WebSocket.OPEN) send(frame);
    },
    onFrame(listener) {
      onFrame = listener;
    },
    onClose(listener) {
      onClose = listener;
    },
    close: () => socket.close(),
  };
}
