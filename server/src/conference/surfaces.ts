import type { SurfaceGrant } from './model.js';
import type { Step } from './step.js';

/** The surface of the stream belongs to this member from now on, and to nobody else. */
export function giveSurface(step: Step, grant: SurfaceGrant): void {
  step.patch({ surfaces: new Map(step.state.surfaces).set(grant.streamId, grant) });
}

/** Takes the surfaces that are meant back. */
export function freeSurfaces(step: Step, isMeant: (grant: SurfaceGrant) => boolean): void {
  const { surfaces } = step.state;
  const kept = [...surfaces].filter(([, grant]) => !isMeant(grant));
  if (kept.length < surfaces.size) step.patch({ surfaces: new Map(kept) });
}
