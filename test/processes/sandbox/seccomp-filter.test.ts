import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { seccompFilter } from '../../../src/processes/sandbox/seccomp-filter.js';

const ALLOWED = 0x7fff0000;
const KILLED = 0x80000000;
const [NOT_PERMITTED, NO_SUCH_CALL, NO_SUCH_FAMILY] = [0x50001, 0x50026, 0x50061];

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly argument?: number;
}

/** What the kernel does with a call: its own interpreter, as far as filters of system calls use it. */
function decide(filter: Uint8Array, { architecture, number, argument = 0 }: Call): number {
  const program = Buffer.from(filter);
  const data = new Map([
    [0, number],
    [4, architecture],
    [16, argument],
  ]);
  let value = 0;
  for (let at = 0; at < program.length; at += 8) {
    const operand = program.readUInt32LE(at + 4);
    const jump = (holds: boolean) => (at += 8 * program.readUInt8(at + (holds ? 2 : 3)));
    switch (program.readUInt16LE(at)) {
      case 0x20:
        value = data.get(operand)!;
        break;
      case 0x15:
        jump(value === operand);
        break;
      case 0x35:
        jump(value >= operand);
        break;
      case 0x45:
        jump((value & operand) !== 0);
        break;
      case 0x06:
        return operand;
      default:
        throw new Error('no such instruction');
    }
  }
  throw new Error('it ends without an answer');
}

const CLONE_THREAD = 0x3d0f00;
const NEW_USERS = 0x10000000;
const REFUSED = `add_key request_key keyctl setns clone3 io_uring_setup io_uring_enter io_uring_register userfaultfd bpf
  perf_event_open memfd_create memfd_secret shmget semget msgget`.split(/\s+/);

const PROCESSORS = [
  { name: 'x64', architecture: 0xc000003e, header: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h' },
  { name: 'arm64', architecture: 0xc00000b7, header: '/usr/include/asm-generic/unistd.h' },
];

for (const { name, architecture, header } of PROCESSORS) {
  describe(`the filter of system calls on ${name}`, () => {
    const filter = seccompFilter(name)!;
    const actionOf = (call: Omit<Call, 'architecture'>) => decide(filter, { architecture, ...call });
    let numbers = new Map<string, number>();
    before(function () {
      if (!existsSync(header)) this.skip();
      const lines = readFileSync(header, 'utf8').matchAll(/^#define __NR(?:3264)?_(\w+) (\d+)$/gm);
      numbers = new Map([...lines].map(([, call, number]) => [call!, Number(number)]));
    });

    it('refuses these calls, and allows all others', () => {
      const refused = [...numbers].filter(([, number]) => actionOf({ number, argument: 1 }) !== ALLOWED);
      expect(refused.map(([call]) => call)).to.have.members(REFUSED);
      for (const [, number] of refused) expect(actionOf({ number })).to.equal(NO_SUCH_CALL);
    });

    for (const call of ['clone', 'unshare']) {
      it(`allows ${call} without a user namespace`, () => {
        const number = numbers.get(call)!;
        expect(actionOf({ number, argument: CLONE_THREAD })).to.equal(ALLOWED);
        expect(actionOf({ number, argument: NEW_USERS | 17 })).to.equal(NOT_PERMITTED);
      });
    }

    for (const call of ['socket', 'socketpair']) {
      it(`allows ${call} of the families that a network namespace knows`, () => {
        const number = numbers.get(call)!;
        const families = Array.from({ length: 50 }, (_, family) => family);
        const allowed = families.filter((argument) => actionOf({ number, argument }) === ALLOWED);
        expect(allowed).to.deep.equal([1, 2, 10, 16]);
        expect(actionOf({ number, argument: 40 })).to.equal(NO_SUCH_FAMILY);
      });
    }
  });
}

describe('the filter of system calls', () => {
  it('ends programs of another architecture, and knows none of x32', () => {
    for (const { name, architecture } of PROCESSORS) {
      expect(decide(seccompFilter(name)!, { architecture: 0x40000003, number: 20 })).to.equal(KILLED);
      expect(decide(seccompFilter(name)!, { architecture, number: 0x40000027 })).to.equal(NO_SUCH_CALL);
    }
  });

  it('is not there for processors that it has no numbers of', () => {
    expect(seccompFilter('riscv64')).to.equal(undefined);
  });
});
