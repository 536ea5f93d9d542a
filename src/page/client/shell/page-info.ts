/** What the host has written into the document of the page. */
import type { PageInfo } from '../../api/page-info.js';

export const PAGE_INFO = JSON.parse(document.documentElement.dataset['info']!) as PageInfo;
