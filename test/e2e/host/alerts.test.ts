/** Alerts of a real host: what is posted, and what is held back. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diagnose, formatFindings } from '../../support/findings.js';
import { closeHttpSnakes, serveHttpSnake } from '../../support/http-snakes.js';
import { killProcesses, runCli, spawnHost, writeConfig, writeFolder } from '../../support/host-process.js';
import { until } from '../../support/soon.js';
import { WalkingSnake } from '../../support/walking-snake.js';

interface PostedAlert {
  readonly text: string;
  readonly kind: string;
  readonly snake?: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A webhook that keeps what it is sent, and answers as the script says. */
async function serveWebhook(script?: Parameters<typeof serveHttpSnake>[0]) {
  const { url, calls } = await serveHttpSnake(script, '/hook/secret-path');
  return { url: url.href, posted: () => calls.map(({ body }) => body as unknown as PostedAlert) };
}

/** A walk whose engine says that each answer came too late. */
function lateWalk(url: string): WalkingSnake {
  return new WalkingSnake({ url, timeout: 5000 });
}

describe('alerts', () => {
  afterEach(async () => {
    await closeHttpSnakes();
    await killProcesses();
  });

  it('tell of a strategy that crashes again and again, once', async () => {
    const hook = await serveWebhook();
    const snakes = [
      { prefix: '/exit', strategy: 'exit' },
      { prefix: '/good', strategy: 'good' },
    ];
    const host = await spawnHost({ snakes, alerts: [{ url: '$HOOK', crashes: 3 }] }, { HOOK: hook.url });
    const game = lateWalk(`${host.url}/exit`);
    for (let turn = 0; turn < 8; turn++) await game.move();
    await until(() => hook.posted().length > 0);
    const [alert] = hook.posted();
    expect(alert).to.deep.include({ kind: 'crashLoop', snake: '/exit', counts: { crashes: 3, minutes: 5 } });
    expect(alert!.text).to.match(/^Serpentarium on \S+: \/exit lost 3 processes within 5 minutes, the last because /);
    await host.logged(({ msg }) => msg === 'child exited', 7);
    const metrics = await host.metrics();
    expect(metrics).to.include('\nserpentarium_alerts_total{outcome="delivered"} 1');
    expect(hook.posted()).to.have.lengthOf(1);
    expect(JSON.stringify(host.lines)).not.to.include('secret-path');
  });

  it('tell of turns that engines lost, and of a journal that cannot be written', async () => {
    const hook = await serveWebhook();
    const folder = writeFolder({ 'a-file': '' });
    const host = await spawnHost({
      snakes: [{ prefix: '/good', strategy: 'good' }],
      journal: { path: path.join(folder, 'a-file/games.db') },
      alerts: [{ url: hook.url }],
    });
    await until(() => hook.posted().some(({ kind }) => kind === 'journalBroken'));
    const game = lateWalk(`${host.url}/good`);
    for (let turn = 0; turn < 5; turn++) {
      // The engine moves on as if there had been no answer.
      JSON.parse(await game.post('move'));
      game.step('up', 5000);
    }
    await until(() => hook.posted().some(({ kind }) => kind === 'lostTurns'));
    const alert = hook.posted().find(({ kind }) => kind === 'lostTurns');
    expect(alert).to.deep.include({ snake: '/good', counts: { lostTurns: 3, minutes: 5 } });
  });

  it('follow the configuration when it is reloaded', async () => {
    const [first, second] = [await serveWebhook(), await serveWebhook()];
    const snakes = [{ prefix: '/exit', strategy: 'exit' }];
    const config = writeConfig({ snakes, alerts: [{ url: first.url, crashes: 1000 }] });
    const host = await spawnHost(config);
    const yaml = readFileSync(config, 'utf8');
    writeFileSync(config, yaml.replace(first.url, second.url).replace('1000', '1'));
    host.signal('SIGHUP');
    await host.logged(({ msg }) => msg === 'configuration reloaded');
    await lateWalk(`${host.url}/exit`).move();
    await until(() => second.posted().length > 0);
    expect(first.posted()).to.deep.equal([]);
  });

  it('can be tried', async () => {
    const good = await serveWebhook();
    const bad = await serveWebhook(() => ({ status: 403, text: 'no' }));
    const snakes = [{ prefix: '/good', strategy: 'good' }];
    const config = writeConfig({ snakes, alerts: [{ url: good.url }, { url: '$BAD', on: ['verdict'] }] });
    const tried = await runCli(['doctor', '--alerts', '--json', '--config', config], { BAD: bad.url });
    expect(tried.code).to.equal(1);
    expect(formatFindings(tried.stdout))
      .to.match(/^good 127\.0\.0\.1:\d+: .*: delivered with status 200 in /m)
      .and.match(/^bad 127\.0\.0\.1:\d+: verdict: not delivered, it answered .*403$/m);
    expect(tried.stdout + tried.stderr).not.to.include('secret-path');
    expect([...good.posted(), ...bad.posted()].map(({ kind }) => kind)).to.deep.equal(['test', 'test']);

    const unset = await runCli(['doctor', '--alerts', '--config', config]);
    expect([unset.code, unset.stderr]).to.match(/^2,.*:1:\d+ environment variable "BAD" is not set\./);
    const none = await diagnose(writeConfig({ snakes }), '--alerts');
    expect([none.code, none.found]).to.match(/^1,bad webhooks: .*has no webhook under "alerts"$/);
  });
});
