/** Where a journal is: the path of a file, or the URL of a database. Loads no database. */
import { serviceKindOf, toShownUrl } from '../service-url.js';

/** Whether a place is the URL of a database. Anything else is the path of a file. */
export function isServerPlace(place: string): boolean {
  return serviceKindOf(place) === 'postgres';
}

/** A place as it may be shown: without a password. */
export function toShownPlace(place: string): string {
  return isServerPlace(place) ? toShownUrl(place) : place;
}
