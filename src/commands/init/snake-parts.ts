/** What the language of a first snake decides of its project. Called by `project.ts`. */

/** All that differs from one language to another. */
export interface SnakeParts {
  /** The file that decides. */
  readonly file: string;
  /** The file of its tests. */
  readonly test: string;
  /** The content of these and of all others that the language needs, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** What git and containers leave out besides packages and data. */
  readonly ignored: readonly string[];
  /** The keys of its entry in the configuration, one a line. */
  readonly keys: readonly string[];
  /** `test` and `check` of its package.json. */
  readonly scripts: { readonly test: string; readonly check: string };
  /** Packages that are needed to develop it, and to run it in a container of Debian. */
  readonly devDependencies: readonly string[];
  readonly debianPackages: readonly string[];
  /** What commands that play call it. */
  readonly word: string;
  /** Lines of the workflow's shell: a pull request against the main branch, which is checked out in `base`. */
  readonly comparison: readonly string[];
  /** For the README: what else to type, with remarks; what has to run it; which document is about it. */
  readonly furtherCommands: readonly (readonly [command: string, remark: string])[];
  readonly platform: string;
  readonly document: string;
}
