/** Asks on a terminal what flags have not said. Called by `init`. */
import { nameProblem } from './snake-name.js';
import type { ProjectChoices } from './project.js';
import type { Extension, Starter } from './starters.js';

export interface GivenChoices {
  readonly name: string | undefined;
  readonly extension: Extension | 'py' | undefined;
  readonly from: Starter | undefined;
}

const DESCRIPTIONS: { readonly [Each in Starter]: string } = {
  greedy: 'goes to the nearest food, and avoids pockets',
  cautious: 'keeps to open space, and eats when it must',
  champion: 'searches as deep as the time allows; the strongest, and the least to read',
  empty: 'survives the next turn: all else is yours',
};

/** Asks for what `given` lacks. Resolves to `undefined` if the player cancels. */
export async function ask(given: GivenChoices): Promise<ProjectChoices | undefined> {
  const prompts = await import('@clack/prompts');
  prompts.intro('A Battlesnake project of your own');
  try {
    const answered = async <Value>(asked: Promise<Value>): Promise<Exclude<Value, symbol>> => {
      const answer = await asked;
      if (prompts.isCancel(answer)) throw new Cancelled();
      return answer as Exclude<Value, symbol>;
    };
    const name =
      given.name ??
      (await answered(
        prompts.text({
          message: 'What is your snake called? Its address gets this name.',
          initialValue: 'first',
          validate: (value) => nameProblem(value ?? ''),
        }),
      ));
    const extension =
      given.extension ??
      (await answered(
        prompts.select({
          message: 'In which language?',
          options: [
            { value: 'ts' as const, label: 'TypeScript' },
            { value: 'js' as const, label: 'JavaScript' },
            ...(given.from === undefined ? [{ value: 'py' as const, label: 'Python' }] : []),
          ],
        }),
      ));
    if (extension === 'py') return { name, extension };
    const starters = Object.entries(DESCRIPTIONS) as [Starter, string][];
    const from =
      given.from ??
      (await answered(
        prompts.select({
          message: 'What does it begin as?',
          options: starters.map(([value, hint]) => ({ value, label: value, hint })),
        }),
      ));
    return { name, extension, from };
  } catch (thrown) {
    if (!(thrown instanceof Cancelled)) throw thrown;
    prompts.cancel('Nothing was written.');
    return undefined;
  }
}

/** The player pressed Ctrl-C or Escape. */
class Cancelled extends Error {}
