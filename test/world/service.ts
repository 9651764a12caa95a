import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import type { Clock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { placeOf, plainHost, portOf, type Place } from '#electron/adapters/network/connect.ts';
import { ConnectFailure } from '#electron/adapters/network/failure.ts';
import { createNetwork, type Mode, type Network } from '#electron/adapters/network/network.ts';
import { noProxies } from '#electron/adapters/network/ways.ts';
import { wire } from './wire.ts';

/** The demo service in memory. A program can connect to this service only through `networkOf`. */
export interface ServedDemo {
  readonly demo: Demo;
  /** Returns the network of a program, which connects only to this service. */
  networkOf(clock: Clock, mode?: () => Mode): Network;
}

/**
 * Number of different ports that the service pretends to use, from port 1. Nothing listens on these ports, so a
 * program that bypassed `networkOf` would reach nothing.
 */
const PORTS = 6;
/** Port of the service that was started last; a restarted service has another port. */
let port = 0;

/** Starts the demo service without a port: the same requests, answers and faults, in memory. */
export async function serve(options: DemoOptions, clock: Clock): Promise<ServedDemo> {
  let accept: (connection: Duplex) => void = () => {};
  const demo = await startDemo(options, {
    clock,
    listen: (server) => {
      accept = (connection) => server.accept(connection);
      port = (port % PORTS) + 1;
      return Promise.resolve(port);
    },
  });
  const own = placeOf(new URL(demo.url));
  /** Connects to the service. Throws a `ConnectFailure` for any other address. */
  const connect = ({ hostname, port }: Place) => {
    if (hostname !== own.hostname || port !== own.port) {
      const message = `No connection to ${hostname} is possible.`;
      throw new ConnectFailure('connection', 'connection', { code: 'internal', message });
    }
    const { near, far } = wire();
    accept(far);
    return near;
  };
  return {
    demo,
    networkOf(clock, mode = () => 'normal') {
      const network = createNetwork({ clock, waysTo: noProxies, mode });
      // async, so that an error becomes a rejection
      const open = async (place: Place) => {
        network.checkOnline();
        return connect(place);
      };
      return {
        ...network,
        open,
        connector: () => (options, callback) => {
          const { protocol, hostname, port } = options;
          const place = { protocol, hostname: plainHost(hostname), port: portOf(protocol, port) };
          callbackify(open)(place, (error, socket) => {
            if (error === null) callback(null, socket);
            else callback(error, null);
          });
        },
      };
    },
  };
}
