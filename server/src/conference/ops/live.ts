import { Op, Role, ServerCode } from '@lectern/rtc/protocol';
import { LiveConfigError, requireKnownStreams, type LiveConfig, type LiveRegion } from '../../live/config.js';
import type { LiveProgress } from '../../live/states.js';
import { requireAdmin } from '../authority.js';
import { FrameError } from '../frames.js';
import type { ConferenceState, Member } from '../model.js';
import { Step, type Outcome } from '../step.js';

/** Commands of an admin for the live outputs. */
export type LiveCommand =
  | { readonly kind: 'addLive'; readonly liveId: string; readonly config: LiveConfig }
  | { readonly kind: 'updateLive'; readonly liveId: string; readonly regions: readonly LiveRegion[] }
  | { readonly kind: 'deleteLive'; readonly liveId: string };

/** Live outputs as the server knows them: those that the conference was created with, and the status of each. */
export type LiveInput =
  | { readonly kind: 'liveCreated'; readonly liveId: string; readonly config: LiveConfig }
  | { readonly kind: 'liveProgress'; readonly liveId: string; readonly progress: LiveProgress };

const STARTING: LiveProgress = { state: 'starting', reason: undefined };

/** livecfg, live/layout and delete/live (spec §5). @throws {FrameError} */
export function changeLives(step: Step, by: string, command: LiveCommand): void {
  requireAdmin(step.state, by);
  const { liveId } = command;
  if (command.kind === 'addLive') {
    requireStreams(step.state, command.config.regions);
    setLive(step, liveId, command.config);
    return announceLives(step);
  }
  const config = step.state.lives.get(liveId);
  if (config === undefined) {
    throw new FrameError(ServerCode.BadParameters, `the conference has no live output ${liveId}`);
  }
  if (command.kind === 'deleteLive') {
    step.patch({ lives: without(step.state.lives, liveId), liveProgress: without(step.state.liveProgress, liveId) });
    tellOutside(step, liveId, { state: 'ended', reason: undefined });
  } else {
    requireStreams(step.state, command.regions);
    // From here on the admins own the layout; it cannot return to the grid.
    setLive(step, liveId, { ...config, layout: 'CUSTOM', regions: command.regions });
  }
  announceLives(step);
}

export function liveHappened(state: ConferenceState, input: LiveInput): Outcome {
  const step = new Step(state);
  if (input.kind === 'liveCreated') {
    setLive(step, input.liveId, input.config);
    return step.outcome;
  }
  const { liveId, progress } = input;
  const before = state.liveProgress.get(liveId) ?? STARTING;
  const isNews = before.state !== progress.state || before.reason !== progress.reason;
  if (!state.lives.has(liveId) || !isNews) return step.outcome;
  step.patch({ liveProgress: new Map(state.liveProgress).set(liveId, progress) });
  tellOutside(step, liveId, progress);
  announceLives(step);
  return step.outcome;
}

function tellOutside(step: Step, liveId: string, { state, reason }: LiveProgress): void {
  step.effect({ kind: 'happened', event: { type: 'live.state', data: { liveId, state, reason: reason ?? null } } });
}

/** Sends the live outputs to a member that has just entered. */
export function tellLives(step: Step, member: Member): void {
  if (step.state.lives.size === 0) return;
  step.push(member.id, { op: Op.LiveConfigsChanged, liveCfgs: wireLives(step.state, member), cver: step.state.cver });
}

/** Op 452 to all members. */
function announceLives(step: Step): void {
  step.patch({ cver: step.state.cver + 1 });
  const { cver, members } = step.state;
  for (const member of members.values()) {
    step.push(member.id, { op: Op.LiveConfigsChanged, liveCfgs: wireLives(step.state, member), cver });
  }
}

/** `liveCfgs` of op 452. The push URL contains the stream key, so only admins receive it. */
function wireLives({ id: confrId, lives, liveProgress }: ConferenceState, { role }: Member): object[] {
  return [...lives].map(([id, { pushUrl, hls, layout, canvas, regions }]) => {
    const { state, reason } = liveProgress.get(id) ?? STARTING;
    return {
      id,
      liveId: id,
      ...(role === Role.Admin && pushUrl !== undefined && { cdn: pushUrl }),
      ...(hls && { hls: `/live/${confrId}/${id}/index.m3u8` }),
      layoutStyle: layout,
      canvas: {
        w: canvas.width,
        h: canvas.height,
        fps: canvas.framesPerSecond,
        bps: canvas.bitrate,
        bgclr: canvas.background,
        codec: 'H264',
      },
      regions: regions.map(({ streamId, x, y, width, height, z, style }) => ({
        sid: streamId,
        x,
        y,
        w: width,
        h: height,
        z,
        style: style === 'fill' ? 'fill' : 'AspectFit',
      })),
      state,
      ...(reason !== undefined && { reason }),
    };
  });
}

function requireStreams({ streams }: ConferenceState, regions: readonly LiveRegion[]): void {
  try {
    requireKnownStreams(regions, (streamId) => {
      const stream = streams.get(streamId);
      return stream !== undefined && stream.phase !== 'starting';
    });
  } catch (cause) {
    if (!(cause instanceof LiveConfigError)) throw cause;
    throw new FrameError(ServerCode.BadParameters, cause.message, { cause });
  }
}

function setLive(step: Step, liveId: string, config: LiveConfig): void {
  step.patch({ lives: new Map(step.state.lives).set(liveId, config) });
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
