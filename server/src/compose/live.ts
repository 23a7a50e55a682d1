import { resolve } from 'node:path';
import type { LiveConference } from '../conference/registry.js';
import { LiveService, PushPolicy } from '../live/index.js';
import type { Core } from './core.js';

interface LiveOptions {
  readonly core: Core;
  /** Undefined for a closed conference. Called only after everything is composed. */
  readonly conferenceById: (conferenceId: string) => LiveConference | undefined;
}

/** Builds live output, which reports its progress to the conference that it shows. */
export function composeLive({ core, conferenceById }: LiveOptions): LiveService {
  const { config, clock, engine, log } = core;
  return new LiveService(
    {
      folder: resolve(config.DATA_DIR, 'live'),
      ffmpegPath: config.FFMPEG_PATH,
      canvas: config.LIVE_CANVAS,
      maxPerConference: config.MAX_LIVE_OUTPUTS,
      maxInAll: config.MAX_LIVE_OUTPUTS_TOTAL,
      giveUpMs: config.LIVE_GIVE_UP_MS,
    },
    {
      clock,
      engine,
      policy: new PushPolicy(config.LIVE_PUSH_HOSTS),
      log: log.child({ part: 'live' }),
      progress: (conferenceId, liveId, progress) =>
        conferenceById(conferenceId)?.host.feed({ kind: 'liveProgress', liveId, progress }),
    },
  );
}
