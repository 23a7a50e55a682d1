import { ConferenceType, ControlOp, ResultCode, ServerCode } from '@lectern/rtc/protocol';
import { FrameError, type RelayFrame } from '../frames.js';
import type { Member, Relay, SurfaceGrant } from '../model.js';
import type { Step } from '../step.js';
import { freeSurfaces, giveSurface, isSame } from '../surfaces.js';

/** `arg.evt` of op2 30 (wire-conference 7.2). */
const REQUEST = 1;
const RELEASE = 2;

/** Limit of unanswered messages of one control; clients send four batches and a keep-alive at a time. */
const MAX_UNANSWERED = 16;

const notAllowed = (): FrameError =>
  new FrameError(ResultCode.RemoteControlNotAllowed, 'Not support the remote control.');

/**
 * Op 1002 with op2 30 (pointer) and 31 (drawing): a request goes to the owner of the stream, and everything else only
 * between the owner and the member that holds the surface. Returns what the answer will decide.
 * @throws {FrameError} −405 where nothing was granted; −408 for a controller that the owner does not keep up with.
 */
export function passSurface(
  step: Step,
  sender: Member,
  target: Member,
  { op2, surface }: RelayFrame,
  tsxId: string | undefined,
): Relay['surface'] {
  if (op2 !== ControlOp.PointerSurface && op2 !== ControlOp.Drawing) return undefined;
  if (surface === undefined) throw notAllowed();
  // A request that cannot be answered cannot be counted either.
  if (tsxId === undefined) throw new FrameError(ServerCode.BadParameters, 'remote control needs "tsxId"');
  const { streamId, cId: controlId, evt } = surface;
  const asked: SurfaceGrant = { streamId, controlId, ownerId: target.id, controllerId: sender.id };
  const reverse: SurfaceGrant = { streamId, controlId, ownerId: sender.id, controllerId: target.id };
  const isPointer = op2 === ControlOp.PointerSurface;
  if (isPointer && evt === REQUEST) {
    const stream = step.state.streams.get(streamId);
    // The server knows no streams of a conference between two.
    const isKnown =
      step.state.type === ConferenceType.P2p || (stream?.memId === target.id && stream.phase !== 'starting');
    if (!isKnown || sender.id === target.id) throw notAllowed();
    return { grant: asked, kind: 'request' };
  }
  const grant = step.state.surfaces.get(streamId);
  const isControllers = grant !== undefined && isSame(grant, asked);
  const isOwners = grant !== undefined && isSame(grant, reverse);
  if (isPointer && evt === RELEASE) {
    if (isControllers || isOwners) freeSurfaces(step, (given) => given === grant);
    else if (!takeBackRequest(step, asked)) throw notAllowed();
    return undefined;
  }
  if (!(isControllers || (isOwners && !isPointer))) throw notAllowed();
  const unanswered = step.state.relays.filter(
    (open) => open.senderId === sender.id && open.targetId === target.id && open.surface?.grant === grant,
  );
  if (unanswered.length >= MAX_UNANSWERED) {
    throw new FrameError(ResultCode.RequestTimeout, `member ${target.id} has not answered ${MAX_UNANSWERED} messages`);
  }
  return { grant, kind: isPointer ? 'pointer' : 'drawing' };
}

/** A request that its sender withdrew grants nothing, whatever its answer is. */
function takeBackRequest(step: Step, asked: SurfaceGrant): boolean {
  const isIt = ({ surface }: Relay): boolean => surface?.kind === 'request' && isSame(surface.grant, asked);
  if (!step.state.relays.some(isIt)) return false;
  step.patch({
    relays: step.state.relays.map((open) => {
      if (!isIt(open)) return open;
      const { surface: _, ...rest } = open;
      return rest;
    }),
  });
  return true;
}

/** The other side has answered: the owner grants the surface, or confirms that it is released. */
export function settleSurface(step: Step, { grant, kind }: NonNullable<Relay['surface']>, result: number): void {
  if (kind === 'request') {
    const isThere = step.state.type === ConferenceType.P2p || step.state.streams.has(grant.streamId);
    if (result === ResultCode.Ok && isThere && step.member(grant.controllerId)) giveSurface(step, grant);
  } else if (kind === 'pointer' && result === ResultCode.RemoteControlNotAllowed) {
    freeSurfaces(step, (given) => given === grant);
  }
}
