/**
 * Name resolution for channels to several cores: `host:port` addresses separated by commas, each of which may be a name
 * with several address records. The resolver of grpc-js takes one name, and looks it up again only when a connection
 * ends, so that an added core would get no calls.
 */
import { lookup } from 'node:dns/promises';
import { experimental, status } from '@grpc/grpc-js';

/** Interval at which gateways and jobs look up the addresses of the cores. */
export const CORE_LOOKUP_MS = 10_000;

/** Shortest pause between two such lookups, as after a lost connection. */
export const CORE_LOOKUP_PAUSE_MS = 1_000;

/** Returns the IP addresses of a host. */
export type LookUp = (host: string) => Promise<readonly string[]>;

type ResolverClass = Parameters<typeof experimental.registerResolver>[1];
type TcpAddress = { readonly host: string; readonly port: number };

const lookUpInSystem: LookUp = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Creates the class for `experimental.registerResolver`; grpc-js creates an instance of it for each channel. */
export function coreResolver(lookUp: LookUp = lookUpInSystem): ResolverClass {
  return class implements experimental.Resolver {
    readonly #listener: experimental.ResolverListener;
    /** Maps each address to the result of its last successful lookup. */
    readonly #found: Map<string, readonly TcpAddress[]>;
    #reported: string | null = null;
    #timer: NodeJS.Timeout | undefined;
    #lookedUpAtMs = Number.NEGATIVE_INFINITY;
    /** Lookups in progress; null: none. */
    #pending: Promise<unknown> | null = null;

    static getDefaultAuthority({ path }: experimental.GrpcUri): string {
      return path.split(',')[0]!;
    }

    constructor({ path }: experimental.GrpcUri, listener: experimental.ResolverListener) {
      this.#listener = listener;
      this.#found = new Map(path.split(',').map((address) => [address, []]));
    }

    updateResolution(): void {
      if (this.#pending !== null) return;
      this.#lookUpIn(this.#lookedUpAtMs + CORE_LOOKUP_PAUSE_MS - performance.now());
    }

    destroy(): void {
      clearTimeout(this.#timer);
      this.#pending = null;
      this.#reported = null;
      this.#lookedUpAtMs = Number.NEGATIVE_INFINITY;
    }

    #lookUpIn(milliseconds: number): void {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#lookUpAll(), Math.max(0, milliseconds));
      // A call waits for the first lookup; later timers must not hold the process open.
      if (milliseconds > 0) this.#timer.unref();
    }

    async #lookUpAll(): Promise<void> {
      this.#lookedUpAtMs = performance.now();
      const pending = Promise.all([...this.#found.keys()].map((address) => this.#lookUpOne(address)));
      this.#pending = pending;
      await pending;
      // The resolver was destroyed meanwhile.
      if (this.#pending !== pending) return;
      this.#pending = null;
      const all = [...this.#found.values()].flat();
      this.#report(all);
      this.#lookUpIn(all.length === 0 ? CORE_LOOKUP_PAUSE_MS : CORE_LOOKUP_MS);
    }

    /** A failed lookup changes nothing: name servers fail more often than cores move. */
    async #lookUpOne(address: string): Promise<void> {
      const { host, port } = experimental.splitHostPort(address)!;
      try {
        const hosts = await lookUp(host);
        this.#found.set(
          address,
          hosts.map((ip) => ({ host: ip, port: port! })),
        );
      } catch {}
    }

    /** Notifies the channel only of changes: each notification makes it rebuild its list of connections. */
    #report(all: readonly TcpAddress[]): void {
      const endpoints = new Map(all.map((one) => [`${one.host} ${one.port}`, { addresses: [one] }]));
      const text = [...endpoints.keys()].sort().join();
      if (text === this.#reported) return;
      this.#reported = text;
      const details = 'The addresses of the core cannot be looked up.';
      this.#listener(
        endpoints.size > 0
          ? experimental.statusOrFromValue([...endpoints.values()])
          : experimental.statusOrFromError({ code: status.UNAVAILABLE, details }),
        {},
        null,
        '',
      );
    }
  };
}
