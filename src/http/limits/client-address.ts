/** Finds the client of a request, for limits per address. Used by the limits of connections and of requests. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLoopback, isPrivate } from '../../exchange/loopback.js';
import type { ClientAddress } from '../../snakes/mount.js';

/** Reads addresses. It owns the list of trusted proxies. */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #ofSockets = new WeakMap<IncomingMessage['socket'], ClientAddress>();

  readonly #onUnnamedProxy: (address: string) => void;

  /**
   * @param trustedProxies addresses and networks such as `10.0.0.0/8`, all of them valid.
   * @param onUnnamedProxy gets the address of each request that another proxy forwarded.
   */
  constructor(trustedProxies: readonly string[], onUnnamedProxy: (address: string) => void = () => undefined) {
    this.#onUnnamedProxy = onUnnamedProxy;
    for (const proxy of trustedProxies) {
      const [address, bits] = proxy.split('/') as [string, string?];
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#trusted.addAddress(address, family);
      else this.#trusted.addSubnet(address, Number(bits), family);
    }
  }

  /** Whether a connection is exempt from limits per address: it is from this machine, or from a trusted proxy. */
  isExempt(remoteAddress: string): boolean {
    return isLoopback(withoutMapping(remoteAddress)) || this.#isTrusted(remoteAddress);
  }

  /**
   * The client's address: the connection's, or, if that is a trusted proxy, the last one in `X-Forwarded-For`
   * that is not trusted. A request of this machine that was forwarded is not local: it came through a tunnel.
   */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): ClientAddress {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return this.#direct(socket);
    const hops = String(forwarded)
      .split(',')
      .map((hop) => hop.trim());
    let address = socket.remoteAddress ?? '';
    if (!this.#isTrusted(address)) this.#onUnnamedProxy(address);
    while (this.#isTrusted(address)) {
      const before = hops.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return { name: nameOf(address), isLocal: false, network: 'forwarded' };
  }

  /** Computed once a connection, because every request needs it. */
  #direct(socket: IncomingMessage['socket']): ClientAddress {
    let known = this.#ofSockets.get(socket);
    if (known === undefined) {
      const { remoteAddress = '' } = socket;
      const network = networkOf(remoteAddress);
      known = { name: nameOf(remoteAddress), isLocal: network === 'loopback', network };
      this.#ofSockets.set(socket, known);
    }
    return known;
  }

  #isTrusted(address: string): boolean {
    const plain = withoutMapping(address);
    return isIP(plain) !== 0 && this.#trusted.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  }
}

/** The name of a connection's address in limits, ignoring proxies. */
export function addressOfConnection({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return nameOf(socket.remoteAddress ?? '');
}

/** The name of an address in limits. */
export function nameOf(address: string): string {
  const plain = withoutMapping(address);
  return isIPv6(plain) ? `${expandIPv6(plain).slice(0, 4).join(':')}::/64` : plain;
}

function networkOf(address: string): ClientAddress['network'] {
  const plain = withoutMapping(address);
  return isLoopback(plain) ? 'loopback' : isPrivate(plain) ? 'private' : 'public';
}

/** Dual-stack sockets show IPv4 addresses as `::ffff:1.2.3.4`. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}

/** The eight groups of a valid address, without leading zeros. */
function expandIPv6(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const left = groups(head);
  if (tail === undefined) return left;
  const right = groups(tail);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}
