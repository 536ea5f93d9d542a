/** Whether a host name or an address is this machine, so that no other can read the traffic, or a private one. */
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses that no network hands on to another. */
const PRIVATE = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(address, bits, familyOf(address));

/** `localhost`, 127.0.0.0/8 and ::1, as a configuration writes them. A name that only begins so is another machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether a URL leads there. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(withoutBrackets(hostname));
}

/** Whether an address belongs to a private network; `false` for names. */
export function isPrivate(address: string): boolean {
  return isIP(address) !== 0 && PRIVATE.check(address, familyOf(address));
}

/** Whether a URL is of use on this machine or in its network only, as far as it shows: names are not looked up. */
export function isPrivateUrl({ hostname }: URL): boolean {
  const host = withoutBrackets(hostname);
  if (isIP(host) !== 0) return isLoopback(host) || isPrivate(host);
  return !host.includes('.') || /\.(?:local|localhost|internal|lan|home\.arpa)$/.test(host);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
