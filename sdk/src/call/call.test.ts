import { describe, expect, it } from 'vitest';
import { ringingPhones, talkingPhones } from '../testing/exchange.js';

describe('a call', () => {
  it('rings 500 ms after the offer, is accepted, and carries media both ways', async () => {
    const { exchange, ann, ben, call } = await ringingPhones();
    expect([ann.state, ben.state]).toEqual(['ringing', 'ringing']);
    await ben.calls.getSnapshot().incoming?.accept();
    await exchange.run();
    expect([ann.state, ben.state]).toEqual(['connected', 'connected']);
    await call.accepted();
    for (const phone of [ann, ben]) {
      const { localMedia, remoteMedia } = phone.current!.getSnapshot();
      expect(localMedia?.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video']);
      expect(remoteMedia?.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video']);
    }
  });

  it('ends for both when one hangs up', async () => {
    const { exchange, ann, ben, call } = await talkingPhones();
    call.hangUp();
    await exchange.run();
    expect(ann.heard.at(-1)).toBe('ended hangup local');
    expect(ben.heard.at(-1)).toBe('ended hangup remote');
    expect([...ann.platform.devices.live, ...ben.platform.devices.live]).toEqual([]);
  });
});
