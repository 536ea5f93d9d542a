/** Opens a link in the user's browser. Called by `replay --browser` and `play --browser`. */
import { spawn } from 'node:child_process';

/** The program that opens links, with its first arguments. */
export type Opener = readonly [program: string, ...args: string[]];

/** The programs by platform; elsewhere it is that of Linux desktops. No shell sees the link. */
const OPENERS: Readonly<Record<string, Opener>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const DEFAULT_OPENER: Opener = ['xdg-open'];

/** How long to wait for the program, in ms: some stay as long as the browser does. */
const ALLOWANCE_MS = 2000;

/** Opens a link. Resolves with whether that seems to have worked; never rejects. */
export function openLink(link: string, opener: Opener = OPENERS[process.platform] ?? DEFAULT_OPENER): Promise<boolean> {
  return new Promise((resolve) => {
    const [program, ...args] = opener;
    const child = spawn(program, [...args, link], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), ALLOWANCE_MS);
    const end = (hasWorked: boolean) => {
      clearTimeout(timer);
      resolve(hasWorked);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
    child.unref();
  });
}
