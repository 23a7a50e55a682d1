import type { SurfaceGrant } from './model.js';
import type { Step } from './step.js';

/** Limit of granted surfaces of one member: in conferences between two the server knows no streams. */
const MAX_SURFACES = 16;

export const isSame = (a: SurfaceGrant, b: SurfaceGrant): boolean =>
  a.streamId === b.streamId &&
  a.ownerId === b.ownerId &&
  a.controllerId === b.controllerId &&
  a.controlId === b.controlId;

/** Gives the surface of the stream to this member exclusively. */
export function giveSurface(step: Step, grant: SurfaceGrant): void {
  const surfaces = new Map(step.state.surfaces);
  surfaces.delete(grant.streamId);
  const [oldest, ...others] = [...surfaces.values()].filter(({ ownerId }) => ownerId === grant.ownerId);
  if (oldest && others.length + 1 >= MAX_SURFACES) surfaces.delete(oldest.streamId);
  step.patch({ surfaces: surfaces.set(grant.streamId, grant) });
}

/** Releases the selected surfaces. */
export function freeSurfaces(step: Step, isMeant: (grant: SurfaceGrant) => boolean): void {
  const { surfaces } = step.state;
  const kept = [...surfaces].filter(([, grant]) => !isMeant(grant));
  if (kept.length < surfaces.size) step.patch({ surfaces: new Map(kept) });
}
