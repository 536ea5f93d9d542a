/** The address of a journal: the path of a file, or the URL of a database. Loads no database. */
import { messageOf } from '../errors/errors.js';
import { serviceKindOf, toShownUrl, withoutSecrets } from '../exchange/service-url.js';

/** Whether an address is the URL of a database. Anything else is the path of a file. */
export function isServerAddress(address: string): boolean {
  return serviceKindOf(address) === 'postgres';
}

/** An address without its password, for display. */
export function toShownAddress(address: string): string {
  return isServerAddress(address) ? toShownUrl(address) : address;
}

/** Why something at an address failed, without a password. */
export function reasonOf(thrown: unknown, address: string): string {
  return isServerAddress(address) ? withoutSecrets(messageOf(thrown), address) : messageOf(thrown);
}
