import { RtcClient, type RtcClientOptions } from '@lectern/rtc';

/** Loaded on joining, because the lobby needs no signalling client. */
export const createClient = (options: RtcClientOptions): RtcClient => new RtcClient(options);
