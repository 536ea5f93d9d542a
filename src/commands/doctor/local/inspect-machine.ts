/** All checks of this machine and of a configuration on it. Called by `doctor` without a URL. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../../config/read-config.js';
import { formatFault, UsageError } from '../../../errors.js';
import { good, skipped, wrong, type Finding } from '../finding.js';
import { checkJournal } from './check-journal.js';
import { checkMachine, checkMemory, checkSandbox } from './check-machine.js';
import { checkPorts } from './check-ports.js';
import { checkSnakes } from './check-snakes.js';

/** In an order in which the first that is wrong may be the cause of those after it. */
export async function inspectMachine(file: string): Promise<readonly Finding[]> {
  const machine = await checkMachine();
  if (!existsSync(file)) {
    const message = `there is no ${file}; "serpentarium init" writes one, --config names another`;
    return [...machine, skipped('configuration', message)];
  }
  try {
    const loaded = readConfig(file, process.env);
    const { config, warnings } = loaded;
    return [
      ...machine,
      good('configuration', `${file} is valid`),
      ...warnings.map((each) => wrong('warning', 'configuration', formatFault(each), 'See docs/configuration.md.')),
      await checkSandbox(config),
      checkMemory(config),
      ...(await checkPorts(config)),
      ...(await checkJournal(config)),
      ...(await checkSnakes(loaded)),
    ];
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const faults = thrown.faults.map((fault) =>
      wrong('bad', 'configuration', formatFault(fault), '"serpentarium check" shows all that is wrong.'),
    );
    return [...machine, ...faults];
  }
}
