import { expect } from 'chai';
import { withoutSecrets, serviceKindOf, toShownUrl } from '../../src/exchange/service-url.js';

const URL_WITH_PASSWORD = 'postgres://me:s%3Ccret@db.example:5432/games?sslmode=require';

describe('serviceKindOf', () => {
  it('tells databases from queues, and knows nothing else', () => {
    const urls = ['postgres://db/games', 'postgresql://db/games', 'redis://q', 'rediss://q', 'mysql://db', 'games.db'];
    expect(urls.map(serviceKindOf)).to.deep.equal(['postgres', 'postgres', 'redis', 'redis', undefined, undefined]);
  });
});

describe('toShownUrl', () => {
  it('hides the password and keeps the rest', () => {
    expect(toShownUrl(URL_WITH_PASSWORD)).to.equal('postgres://me:***@db.example:5432/games?sslmode=require');
  });

  it('hides a password that is a parameter', () => {
    expect(toShownUrl('postgres://db/games?password=secret')).to.equal('postgres://db/games?password=***');
  });

  it('leaves a URL without a password as it is', () => {
    expect(toShownUrl('redis://127.0.0.1:6379/2')).to.equal('redis://127.0.0.1:6379/2');
  });

  it('shows nothing of a text that is no URL: it may be a password in the wrong place', () => {
    expect(toShownUrl('s3cret')).to.equal('***');
  });
});

describe('withoutSecrets', () => {
  it('hides the URL and the password, as it is written and as it is meant', () => {
    const text = `cannot reach ${URL_WITH_PASSWORD}: s<cret was refused (s%3Ccret)`;
    expect(withoutSecrets(text, URL_WITH_PASSWORD)).to.equal(
      'cannot reach postgres://me:***@db.example:5432/games?sslmode=require: *** was refused (***)',
    );
  });
});
