import { RtcClient, type RtcClientOptions } from '@lectern/rtc';

/** The way to the server, which the lobby does without until somebody joins. */
export const createClient = (options: RtcClientOptions): RtcClient => new RtcClient(options);
