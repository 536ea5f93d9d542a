import { expect } from 'chai';
import { UsageError } from '../../src/errors/errors.js';
import { formatSprt, parseSprt } from '../../src/stats/parse-sprt.js';

function faultsOf(text: string): string[] {
  try {
    parseSprt(text, '--sprt');
  } catch (error) {
    if (error instanceof UsageError) return error.faults.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe('parseSprt', () => {
  it('reads the parameters', () => {
    const expected = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05, model: 'logistic' };
    expect(parseSprt('elo0=0,elo1=10,alpha=0.05,beta=0.05', '--sprt')).to.deep.equal(expected);
    expect(parseSprt(' beta = .05, elo1 = +10 ,elo0=0.0', '--sprt')).to.deep.equal(expected);
    expect(parseSprt('elo0=-3,elo1=1,alpha=0.1', '--sprt')).to.deep.equal({
      elo0: -3,
      elo1: 1,
      alpha: 0.1,
      beta: 0.05,
      model: 'logistic',
    });
  });

  it('reads the spellings of fastchess: blanks between the parameters, and normalised Elo', () => {
    const expected = { elo0: 0, elo1: 3, alpha: 0.05, beta: 0.1, model: 'normalized' };
    expect(parseSprt('elo0=0 elo1=3 alpha=0.05 beta=0.1 model=normalized', '--sprt')).to.deep.equal(expected);
    expect(parseSprt('elo0 = 0, elo1=3  model =normalized,beta=.1', '--sprt')).to.deep.equal(expected);
    expect(faultsOf('elo1=201,model=normalized')).to.deep.equal(['elo1 is "201", not a number from -200 to 200.']);
    expect(faultsOf('elo1=3,model=bayesian')).to.deep.equal(['model is "bayesian", not logistic or normalized.']);
  });

  it('needs nothing but elo1', () => {
    expect(parseSprt('elo1=50', '--sprt')).to.deep.equal({
      elo0: 0,
      elo1: 50,
      alpha: 0.05,
      beta: 0.05,
      model: 'logistic',
    });
  });

  it('reads back what is formatted', () => {
    const parameters = { elo0: -3.5, elo1: 1, alpha: 0.1, beta: 0.05, model: 'normalized' as const };
    expect(parseSprt(formatSprt(parameters), '--sprt')).to.deep.equal(parameters);
  });

  it('names the key, its value and the allowed values', () => {
    expect(faultsOf('elo0=0,elo1=10,alpha=0.7')).to.deep.equal(['alpha is "0.7", not a number above 0 and below 0.5.']);
    expect(faultsOf('elo0=five,elo1=10')).to.deep.equal(['elo0 is "five", not a number from -1000 to 1000.']);
    expect(faultsOf('elo0=10,elo1=0')).to.deep.equal([
      'elo0 is 10 and elo1 is 0, but elo0 must be below elo1. Are they swapped?',
    ]);
    expect(faultsOf('elo0=0,elo1=10,elo2=20')).to.deep.equal([
      '"elo2" is not a key of an SPRT. The keys are elo0, elo1, alpha, beta, model.',
    ]);
    expect(faultsOf('elo0=0,elo0=1,elo1=10')).to.deep.equal(['"elo0" is written twice.']);
  });

  it('reports all faults at once', () => {
    expect(faultsOf('elo0,beta=0,alpha=')).to.deep.equal([
      '"elo0" is not of the form key=value. Write for example "elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic".',
      'elo1 is missing. Write for example "elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic".',
      'alpha is "", not a number above 0 and below 0.5.',
      'beta is "0", not a number above 0 and below 0.5.',
    ]);
    expect(faultsOf('')).to.have.lengthOf(2);
  });

  it('rejects numbers that only a programmer would write', () => {
    for (const value of ['0x10', '1e2', 'Infinity', 'NaN', '1_000', '1001', '--1']) {
      expect(faultsOf(`elo0=-5,elo1=${value}`), value).to.have.lengthOf(1);
    }
  });

  it('says where the operator wrote the text', () => {
    expect(() => parseSprt('elo0=1,elo1=1', 'match.sprt')).to.throw(UsageError, /^match\.sprt elo0 is 1 and elo1 is 1/);
  });
});
