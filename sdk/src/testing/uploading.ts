import { uploadQuality } from '../quality/index.js';
import { FakeCollector } from './collector.js';
import { Scenario, fakeMember, fakeStream } from './scenario.js';

/** A ticket with an upload address. */
export const UPLOAD_TICKET = {
  url: 'wss://server.example/rtc/ws',
  qoeUpUrl: 'wss://server.example/rtc/qoe',
  confrId: 'LC1',
  memName: 'org#app_alice_b',
  tktId: 'T1',
  type: 'CONFR',
  timestamp: 1795,
};

/** Initial state for the upload. */
export interface UploadScene {
  readonly ticket?: object;
  readonly acknowledges?: boolean;
  readonly isDatabaseAway?: boolean;
  readonly streams?: number;
  readonly enter?: object;
}

/** A member whose quality is uploaded, and the results. */
export async function uploading(options: UploadScene = {}) {
  const { ticket = UPLOAD_TICKET, acknowledges = false, isDatabaseAway = false, streams = 0, enter = {} } = options;
  const ids = Array.from({ length: streams }, (_, index) => `ST_B${index}`);
  const scenario = new Scenario({
    enter: {
      mems: [fakeMember('bob')],
      streams: ids.map((id) => fakeStream(id, 'bob')),
      yourIp: '192.0.2.7',
      ...enter,
    },
  });
  const { http } = scenario.platform;
  const body = { error: 0, confrId: 'LC1', type: 10, roleToken: 'R', ticket: JSON.stringify(ticket) };
  http.on('POST', '/req/ticket', { body });
  const collector = new FakeCollector(scenario.platform);
  collector.acknowledges = acknowledges;
  collector.isDatabaseAway = isDatabaseAway;
  const conference = await scenario.join();
  const upload = uploadQuality(conference, { token: 'tok&en' });
  await scenario.advance();
  return { scenario, conference, collector, upload, ids };
}
