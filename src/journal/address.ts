/** Where a journal is: the path of a file, or the URL of a database. Loads no database. */
import { serviceKindOf, toShownUrl } from '../service-url.js';

/** Whether an address is the URL of a database. Anything else is the path of a file. */
export function isServerAddress(address: string): boolean {
  return serviceKindOf(address) === 'postgres';
}

/** An address as it may be shown: without a password. */
export function toShownAddress(address: string): string {
  return isServerAddress(address) ? toShownUrl(address) : address;
}
