import { expect } from 'chai';
import { isLoopback, isLoopbackUrl, isPrivateUrl } from '../../src/exchange/loopback.js';

describe('isLoopback', () => {
  it('knows the names and addresses of this machine', () => {
    for (const host of ['localhost', '127.0.0.1', '127.8.9.10', '::1']) expect(isLoopback(host), host).to.equal(true);
  });

  it('takes nothing else for it, whatever it begins with', () => {
    for (const host of ['127.example.com', '127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '[::1]', ''])
      expect(isLoopback(host), host).to.equal(false);
  });
});

describe('isLoopbackUrl', () => {
  it('reads the host as URLs write it', () => {
    for (const url of ['http://localhost:81', 'http://127.1/', 'http://[::1]:8080/a'])
      expect(isLoopbackUrl(new URL(url)), url).to.equal(true);
    for (const url of ['http://127.example.com/', 'http://localhost.example.com/', 'http://[::2]/'])
      expect(isLoopbackUrl(new URL(url)), url).to.equal(false);
  });
});

describe('isPrivateUrl', () => {
  it('knows what the internet cannot reach', () => {
    const hosts =
      'localhost:1 127.1 0.0.0.0 10.1.2.3 172.31.0.1 192.168.1.1:8000 100.127.0.1 [::1] [::] [fd00::1] box nas.local';
    for (const host of hosts.split(' ')) expect(isPrivateUrl(new URL(`http://${host}/a`)), host).to.equal(true);
    for (const host of [
      'host.example',
      '172.32.0.1',
      '100.128.0.1',
      '8.8.8.8',
      '[2606:4700::1]',
      'local.example',
      '10.0.0.1.example',
    ])
      expect(isPrivateUrl(new URL(`http://${host}/a`)), host).to.equal(false);
  });
});
