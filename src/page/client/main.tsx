/** Starts the page in the browser. */
import { render } from 'preact';
import { followLinks } from './shell/location.js';
import { PageApp } from './shell/page-app.js';

followLinks();
render(<PageApp />, document.getElementById('page')!);
