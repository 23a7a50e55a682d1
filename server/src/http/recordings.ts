import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Role, ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Signer } from '../auth/signer.js';
import type { Tokens } from '../auth/tokens.js';
import type { Clock } from '@lectern/kit/clock';
import { roleOf } from '../conference/authority.js';
import type { ConferenceRegistry } from '../conference/registry.js';
import type { Recordings } from '../recording/index.js';
import type { RecordedConference, RecordingRecord, RecordingStore } from '../store/index.js';
import { identify, isForeign, proof, storedId, type Asker } from './asker.js';
import { BadRequest, read, Refusal } from './errors.js';
import { originOf } from './origin.js';
import { readRange } from './range.js';

const listBody = proof.extend({ confrId: storedId.nullish() });
const linkBody = proof.extend({ recordingId: storedId });
const params = z.object({ id: storedId });
const mediaQuery = z.object({ sig: z.string().max(1024).nullish() });
const claims = z.object({ id: z.string(), exp: z.number() });

/** Lifetime of a download link: long enough for the longest class, too short to be passed on. */
const LINK_TTL_MS = 6 * 3_600_000;

/** A link to the file of a recording, as path and query, with its expiry. */
export function linkRecording(
  id: string,
  { signer, clock }: { readonly signer: Signer; readonly clock: Pick<Clock, 'now'> },
): { readonly path: string; readonly expiresAt: number } {
  const expiresAt = clock.now() + LINK_TTL_MS;
  const query = new URLSearchParams({ sig: signer.seal('recording', { id, exp: expiresAt }) });
  return { path: `/easemob/rtc/recordings/${id}/media?${query.toString()}`, expiresAt };
}

export interface RecordingRoutes {
  readonly recordings: Recordings;
  readonly store: RecordingStore;
  readonly registry: ConferenceRegistry;
  readonly tokens: Tokens;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly appKeys: readonly string[];
  readonly publicUrl: string | undefined;
}

/** Lists, links, files and deletion of recordings: for the admins and the creator of their conference. */
export function recordingRoutes(app: FastifyInstance, routes: RecordingRoutes): void {
  const { recordings, store, registry, tokens, signer, clock, appKeys, publicUrl } = routes;

  const askerOf = (body: z.infer<typeof proof>): Asker => identify(tokens, appKeys, body);

  const isAdmin = (conference: RecordedConference, memName: string): boolean => {
    const live = registry.get(conference.id);
    if (live !== undefined) {
      return live.record.creator === memName || roleOf(live.host.state, memName) === Role.Admin;
    }
    return conference.creator === memName || conference.admins.includes(memName);
  };

  /** @throws {Refusal} the same for data that do not exist and for data of another application */
  const authorize = async (asker: Asker, conferenceId: string): Promise<RecordedConference> => {
    const conference = await conferenceOf(conferenceId);
    if (conference === undefined || isForeign(asker, conference)) throw notFound();
    if (!isAdmin(conference, asker.memName)) throw new Refusal(ServerCode.NoRights, 'only admin can action');
    return conference;
  };

  const conferenceOf = async (conferenceId: string): Promise<RecordedConference | undefined> => {
    const live = registry.get(conferenceId)?.record;
    if (live === undefined) return store.findConference(conferenceId);
    return { id: live.id, appKey: live.appKey, creator: live.creator, admins: [], isMerged: false, endedAt: null };
  };

  const find = async (asker: Asker, recordingId: string): Promise<RecordingRecord> => {
    const record = await store.find(recordingId);
    if (record === undefined) throw notFound();
    await authorize(asker, record.conferenceId);
    return record;
  };

  const present = (record: RecordingRecord): object => ({
    ...describe(record),
    ...(record.state === 'merging' && { progress: recordings.merges.progressOf(record.id) ?? 0 }),
  });

  app.post('/easemob/rtc/recordings/list', async (request) => {
    const body = read(listBody, request.body);
    const asker = askerOf(body);
    const confrId = body.confrId ?? asker.confrId;
    if (confrId === undefined) throw new BadRequest('confrId: is missing');
    await authorize(asker, confrId);
    return { error: 0, recordings: (await store.list(confrId)).map(present) };
  });

  app.post('/easemob/rtc/recordings/link', async (request) => {
    const body = read(linkBody, request.body);
    const record = await find(askerOf(body), body.recordingId);
    requireComplete(record);
    const { path, expiresAt } = linkRecording(record.id, { signer, clock });
    const url = originOf(request, publicUrl);
    return { error: 0, url: `${url.origin}${url.pathname.replace(/\/$/, '')}${path}`, expiresAt };
  });

  app.delete('/easemob/rtc/recordings/:id', async (request) => {
    const record = await find(askerOf(read(proof, request.body ?? {})), read(params, request.params).id);
    await recordings.delete(record);
    return { error: 0 };
  });

  const bySignature = async (recordingId: string, sig: string): Promise<RecordingRecord> => {
    const opened = claims.safeParse(signer.open('recording', sig));
    if (!opened.success || opened.data.id !== recordingId || opened.data.exp <= clock.now()) {
      throw new BadRequest('the link is not valid or has expired; ask for a new one', 403);
    }
    const record = await store.find(recordingId);
    if (record === undefined) throw new BadRequest('there is no such recording', 404);
    return record;
  };

  const byBearer = async (recordingId: string, request: FastifyRequest): Promise<RecordingRecord> => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const access = token === undefined ? undefined : tokens.readAccess(token);
    if (token === undefined || access === undefined) {
      throw new BadRequest('a link with "sig", or an Authorization header with the access token, is needed', 401);
    }
    try {
      return await find(askerOf({ uid: access.user, token }), recordingId);
    } catch (error) {
      // A file download cannot carry a JSON error with status 200.
      if (error instanceof Refusal) throw new BadRequest(error.message, error.code === ServerCode.NoRights ? 403 : 404);
      throw error;
    }
  };

  app.get('/easemob/rtc/recordings/:id/media', async (request, reply) => {
    const { id: recordingId } = read(params, request.params);
    const { sig } = read(mediaQuery, request.query);
    const record = sig ? await bySignature(recordingId, sig) : await byBearer(recordingId, request);
    if (record.state !== 'complete') throw new BadRequest(`the recording is not complete but ${record.state}`, 409);
    return sendFile(recordings.files.pathOf(record), record, request, reply);
  });
}

async function sendFile(
  file: string,
  record: RecordingRecord,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new BadRequest('the file of the recording is gone', 404);
  const { size } = found;
  const etag = `"${record.id}-${size.toString(16)}"`;
  const { contentType, extension } = containerOf(record);
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', 'private, max-age=3600')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename="${record.conferenceId}-${record.id}.${extension}"`)
    .type(contentType);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = isSame ? readRange(request.headers.range, size) : 'all';
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${size}`).send();
  if (range === 'all') return reply.header('content-length', size).send(createReadStream(file));
  const { from, to } = range;
  return reply
    .status(206)
    .header('content-range', `bytes ${from}-${to}/${size}`)
    .header('content-length', to - from + 1)
    .send(createReadStream(file, { start: from, end: to }));
}

/** WebM does not allow H264; with it the same container is Matroska. */
function containerOf({ videoCodec, hasVideo }: RecordingRecord): { contentType: string; extension: string } {
  if (videoCodec === 'H264') return { contentType: 'video/x-matroska', extension: 'mkv' };
  return { contentType: hasVideo ? 'video/webm' : 'audio/webm', extension: 'webm' };
}

function describe(record: RecordingRecord): object {
  const { id, conferenceId: confrId, kind, state, streamId, streamType, memName, hasAudio, hasVideo } = record;
  const { width, height, bytes, durationMs, startedAt, endedAt, endReason, message } = record;
  const { contentType } = containerOf(record);
  const stream = { streamId, streamType, memName, contentType, audio: hasAudio, video: hasVideo };
  return {
    id,
    confrId,
    kind,
    state,
    ...stream,
    width,
    height,
    bytes,
    durationMs,
    startedAt,
    endedAt,
    endReason,
    message,
  };
}

function requireComplete({ state, message }: RecordingRecord): void {
  if (state === 'complete') return;
  throw new Refusal(ServerCode.BadOperation, message ?? `the recording is not complete but ${state}`);
}

function notFound(): Refusal {
  return new Refusal(ServerCode.ConferenceNotFound, 'there is no such recording or conference');
}
