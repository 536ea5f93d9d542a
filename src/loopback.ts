/** Whether a name or an address is this machine itself, so that nobody between can read what is sent there. */

/** `localhost`, 127.0.0.0/8 and ::1, as a configuration writes them. A name that only begins so is another machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether a URL leads there. */
export function leadsToLoopback({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}
