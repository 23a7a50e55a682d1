import { getCertificateKeys, getConfig, getPublicInfo } from '@lectern/marketplace-contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from './client.js';

let requests: { readonly url: string; readonly init: RequestInit }[];

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return Response.json({ code: 1, msg: '', data: { keys: [] } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const sent = async (...call: Parameters<typeof callApi>): Promise<(typeof requests)[number] | undefined> => {
  await callApi(...call).catch(() => undefined);
  return requests[0];
};

describe('a call of the API', () => {
  it('is a POST with the token, and what it takes as JSON', async () => {
    const request = await sent(getConfig, {}, { locale: 'en', token: 'TOKEN' });
    expect(request).toMatchObject({ url: '/api/Index/config', init: { method: 'POST', body: '{}' } });
    expect(request?.init.headers).toMatchObject({ authorization: 'TOKEN', 'content-type': 'application/json' });
  });

  it('is a GET without a body where the contract says so', async () => {
    const request = await sent(getCertificateKeys, {}, { locale: 'en', token: 'TOKEN' });
    expect(request).toMatchObject({ url: '/api/Certificate/keys', init: { method: 'GET' } });
    expect(request?.init).not.toHaveProperty('body');
    expect(request?.init.headers).toEqual({ 'accept-language': 'en', authorization: 'TOKEN' });
    await expect(callApi(getCertificateKeys, {}, { locale: 'en' })).resolves.toEqual({ keys: [] });
  });

  it('has what a GET takes in its query, encoded', async () => {
    const search = { ...getPublicInfo, method: 'GET' } as const;
    const request = await sent(search, { id: '微積分 & more', page: undefined }, { locale: 'en' });
    expect(request?.url).toBe(`${search.path}?id=%E5%BE%AE%E7%A9%8D%E5%88%86+%26+more`);
  });
});
