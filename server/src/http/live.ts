import { ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LiveConference } from '../conference/registry.js';
import { PLAYLIST, SEGMENT_PATTERN } from '../live/compositor/outlet-arguments.js';
import {
  LiveConfigError,
  LiveUnavailable,
  readLiveConfig,
  readRegions,
  requireKnownStreams,
  type LiveConfig,
  type LiveService,
} from '../live/index.js';
import { BadRequest, read, Refusal } from './errors.js';
import { roleProof, type RoleGuard } from './role-guard.js';

const ID_BYTES = 9;

const adding = roleProof.extend({ liveCfg: z.unknown() });
const placing = roleProof.extend({ liveId: z.string().min(1).max(256), regions: z.unknown() });
const deleting = roleProof.extend({ liveId: z.string().min(1).max(256) });
const file = z.object({ confrId: z.string(), liveId: z.string(), file: z.string() });

const newLiveId = (): string => `LV${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`;

/** Live outputs that are part of a conference's creation. */
export class LiveCreation {
  constructor(private readonly live: LiveService) {}

  /** Reads `liveCfg` of a creation; undefined where there is none. @throws {Refusal} */
  async prepare(liveCfg: unknown): Promise<LiveConfig | undefined> {
    if (liveCfg === undefined || liveCfg === null) return undefined;
    return refusing(async () => {
      const config = readLiveConfig(liveCfg, this.live.options.canvas);
      requireKnownStreams(config.regions, () => false);
      await this.live.require(config);
      return config;
    });
  }

  begin({ host }: LiveConference, config: LiveConfig | undefined): void {
    if (config !== undefined) host.dispatch({ kind: 'liveCreated', liveId: newLiveId(), config });
  }
}

/** Live outputs by REST (wire-conference 4, calls 11-13), and the files of those that are served as HLS. */
export function liveRoutes(app: FastifyInstance, guard: RoleGuard, live: LiveService): void {
  app.post('/easemob/rtc/livecfg', async (request) => {
    const body = read(adding, request.body);
    const { conference } = guard.requireAdmin(body);
    const config = await refusing(async () => {
      const given = readLiveConfig(body.liveCfg, live.options.canvas);
      await live.require(given);
      return given;
    });
    // Counted after every await, so that concurrent calls cannot exceed the limit.
    const limit = live.options.maxPerConference;
    if (conference.host.state.lives.size >= limit) {
      throw new Refusal(ServerCode.NoRights, `a conference may have ${limit} live outputs at a time; delete one first`);
    }
    const liveId = newLiveId();
    await guard.command(body, () => ({ kind: 'addLive', liveId, config }));
    const { id } = conference.record;
    return { error: 0, liveId, ...(config.hls && { hls: `/live/${id}/${liveId}/${PLAYLIST}` }) };
  });

  app.post('/easemob/rtc/live/layout', async (request) => {
    const body = read(placing, request.body);
    const { liveId } = body;
    const { conference } = guard.requireAdmin(body);
    const known = conference.host.state.lives.get(liveId);
    if (known === undefined) {
      throw new Refusal(ServerCode.BadParameters, `the conference has no live output ${liveId}`);
    }
    const regions = await refusing(() => readRegions(body.regions, known.canvas));
    await guard.command(body, () => ({ kind: 'updateLive', liveId, regions }));
    return { error: 0 };
  });

  app.delete('/easemob/rtc/delete/live', async (request) => {
    const body = read(deleting, request.body);
    await guard.command(body, () => ({ kind: 'deleteLive', liveId: body.liveId }));
    return { error: 0 };
  });

  app.get('/live/:confrId/:liveId/:file', async (request, reply) => {
    const { confrId, liveId, file: name } = read(file, request.params);
    const folder = live.folderOf(confrId, liveId);
    const isPlaylist = name === PLAYLIST;
    if (folder === undefined || !(isPlaylist || SEGMENT_PATTERN.test(name))) throw notThere();
    const handle = await open(join(folder, name)).catch(() => undefined);
    if (handle === undefined) throw notThere();
    return reply
      .type(isPlaylist ? 'application/vnd.apple.mpegurl' : 'video/mp2t')
      .header('cache-control', isPlaylist ? 'no-cache' : 'public, max-age=60')
      .send(handle.createReadStream());
  });
}

const notThere = (): BadRequest => new BadRequest('there is no such live output, or it has not begun', 404);

/** Converts an error of a live output to a regular refusal. */
async function refusing<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LiveConfigError) throw new Refusal(ServerCode.BadParameters, error.message);
    if (error instanceof LiveUnavailable) throw new Refusal(ServerCode.OperationUnsupported, error.message);
    throw error;
  }
}
