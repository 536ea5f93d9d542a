import { expect } from 'chai';
import { DEFAULT_SETTINGS, fillSettings } from '../../src/rules/settings.js';

describe('settings', () => {
  it('get defaults, also for groups that are null', () => {
    expect(fillSettings()).to.deep.equal(DEFAULT_SETTINGS);
    expect(fillSettings({ royale: null, squad: null, minimumFood: 0 })).to.deep.equal({
      ...DEFAULT_SETTINGS,
      minimumFood: 0,
    });
    expect(fillSettings({ squad: { sharedHealth: true } }).squad).to.deep.include({
      sharedHealth: true,
      sharedLength: false,
    });
  });
});
