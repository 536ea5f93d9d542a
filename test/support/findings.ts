/** `doctor` as its users run it for a configuration, with its findings on one line each: `bad /a: the message`. */
import type { Diagnosis } from '../../src/commands/doctor/finding.js';
import { runCli } from './host-process.js';

export async function diagnose(config: string, ...flags: string[]): Promise<{ code: number | null; found: string }> {
  const { code, stdout } = await runCli(['doctor', '--json', '--config', config, ...flags]);
  return { code, found: formatFindings(stdout) };
}

/** @param json the output of `doctor --json`. */
export function formatFindings(json: string): string {
  const { diagnoses } = JSON.parse(json) as { diagnoses: Diagnosis[] };
  const all = diagnoses.flatMap(({ findings }) => findings);
  return all.map(({ verdict, check, message }) => `${verdict} ${check}: ${message}`).join('\n');
}
