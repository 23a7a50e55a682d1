import { emailLogin, ResultCode, sendCode } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import { World } from '../testing/world.js';

test('whoever has a network of addresses is slowed down like who has one', async () => {
  const world = await World.start();
  try {
    const { email } = await world.member();
    const login = { email, password: 'wrong 1!' };
    for (let count = 0; count < 10; count += 1) await world.call(emailLogin, login, { ip: `2001:db8:1:2::${count}` });
    expect((await world.call(emailLogin, login, { ip: '2001:db8:1:2::ff' })).code).toBe(ResultCode.TooMany);
    expect((await world.call(emailLogin, login, { ip: '2001:db8:1:3::ff' })).data.reason).toBe('wrong-credentials');
    const left = async (ip: string): Promise<number> => {
      const payload = { channel: 'email', account: `a${ip}@example.org`, scene: 'login' };
      const headers = { 'x-forwarded-for': ip };
      const response = await world.app.inject({ method: 'POST', url: sendCode.path, headers, payload });
      return Number(response.headers['x-ratelimit-remaining']);
    };
    const first = await left('2001:db8:2:2::1');
    expect(await left('2001:db8:2:2::2')).toBe(first - 1);
    expect(await left('2001:db8:2:3::1')).toBe(first);
  } finally {
    await world.close();
  }
});
