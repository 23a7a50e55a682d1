import { MucOperation } from '@lectern/rtc/im-protocol';
import type { GroupRecord } from '../../store/index.js';
import { GroupError } from './errors.js';
import type { Group } from './group.js';
import { admit, type GroupPlan } from './plan.js';

/** Properties of a group that its owner may change. */
export type GroupFacts = Partial<Pick<GroupRecord, 'name' | 'description' | 'avatar' | 'custom'>>;

/** Result of an invitation or of an application to join. */
export type Admission = 'joined' | 'asked';

function requireRoom({ record, size }: Group, more: number): void {
  if (size + more > record.maxMembers) throw GroupError.full();
}

/** Throws unless the actor may invite others. */
function requireInviter({ record }: Group, actor: string): void {
  if (actor !== record.owner && !record.membersInvite) {
    throw GroupError.denied('only the owner of this group may invite');
  }
}

/** True if the invited user has to confirm. An invited applicant joins at once. */
const isAskedFirst = (group: Group, name: string): boolean =>
  group.record.inviteNeedsConfirm && group.request('apply', name) === undefined;

/** Invites a user, who becomes a member at once or has to confirm first. */
function ask(group: Group, plan: GroupPlan, actor: string, name: string): Admission {
  const isAsked = isAskedFirst(group, name);
  if (isAsked) plan.ask({ name, kind: 'invite', by: actor });
  else plan.join(name);
  plan.tell(name, isAsked ? MucOperation.Invite : MucOperation.DirectJoined, { from: actor });
  return isAsked ? 'asked' : 'joined';
}

/** A new group, with the first members. */
export function found(group: Group, plan: GroupPlan, names: readonly string[]): void {
  const { record } = group;
  plan.save(record);
  plan.join(record.owner);
  for (const name of names) ask(group, plan, record.owner, name);
}

/** `actor` invites users. */
export function invite(group: Group, plan: GroupPlan, actor: string, names: readonly string[]): Admission[] {
  group.requireMembers(actor);
  requireInviter(group, actor);
  const known = names.filter((name) => group.member(name) !== undefined);
  if (known.length > 0) throw GroupError.alreadyMember(group.record.id, ...known);
  requireRoom(group, names.length);
  // Before any of them is a member: users who join together learn of each other from the list of members.
  for (const name of names.filter((each) => !isAskedFirst(group, each))) {
    plan.tellMembers(MucOperation.Presence, { from: name });
  }
  return names.map((name) => ask(group, plan, actor, name));
}

/** The answer of an invited user. */
export function answerInvite(group: Group, plan: GroupPlan, actor: string, isAccepted: boolean): void {
  if (group.member(actor) !== undefined) throw GroupError.alreadyMember(group.record.id, actor);
  const request = group.request('invite', actor);
  if (request === undefined) throw GroupError.denied(`${actor} has no invitation to this group`);
  if (isAccepted) requireRoom(group, 1);
  if (isAccepted) admit(plan, actor);
  else plan.settle(actor);
  const operation = isAccepted ? MucOperation.InviteAccept : MucOperation.InviteDecline;
  if (group.member(request.by)) plan.tell(request.by, operation, { from: actor });
}

/** An application to join. An invited user may apply to any group. */
export function apply(group: Group, plan: GroupPlan, actor: string, reason: string): Admission {
  const { record } = group;
  if (group.member(actor) !== undefined) throw GroupError.alreadyMember(record.id, actor);
  const isInvited = group.request('invite', actor) !== undefined;
  if (!record.isPublic && !isInvited) throw GroupError.denied('this group is joined by invitation');
  requireRoom(group, 1);
  if (!record.needsApproval || isInvited) {
    admit(plan, actor);
    return 'joined';
  }
  // A repeated application notifies the owner again, and remains the same application.
  if (group.request('apply', actor) === undefined) plan.ask({ name: actor, kind: 'apply', by: actor });
  plan.tell(record.owner, MucOperation.Apply, { from: actor, reason });
  return 'asked';
}

/** The owner answers an application to join. */
export function answerApplication(
  group: Group,
  plan: GroupPlan,
  actor: string,
  { name, isAccepted, reason }: { readonly name: string; readonly isAccepted: boolean; readonly reason: string },
): void {
  group.requireOwner(actor, 'decide who joins');
  if (group.member(name) !== undefined) throw GroupError.alreadyMember(group.record.id, name);
  if (group.request('apply', name) === undefined) throw GroupError.denied(`${name} did not ask to join this group`);
  if (isAccepted) {
    requireRoom(group, 1);
    admit(plan, name);
    plan.tell(name, MucOperation.ApplyAccept, { from: actor });
  } else {
    plan.settle(name);
    plan.tell(name, MucOperation.ApplyDecline, { from: actor, reason });
  }
}

export function leave(group: Group, plan: GroupPlan, actor: string): void {
  group.requireMembers(actor);
  if (actor === group.record.owner) {
    throw GroupError.denied('the owner cannot leave: hand the group to another member, or destroy it');
  }
  plan.leave(actor);
  plan.tellMembers(MucOperation.Absence, { from: actor });
}

/** The owner removes members. */
export function remove(group: Group, plan: GroupPlan, actor: string, names: readonly string[]): void {
  group.requireOwner(actor, 'remove members');
  group.requireMembers(...names);
  if (names.includes(actor)) throw GroupError.denied('the owner cannot be removed');
  for (const name of names) {
    plan.leave(name);
    plan.tellMembers(MucOperation.Absence, { from: name });
    plan.tell(name, MucOperation.Kick, { from: actor });
  }
}

export function destroy(group: Group, plan: GroupPlan, actor: string): void {
  group.requireOwner(actor, 'destroy it');
  plan.tellMembers(MucOperation.Destroy, { from: actor });
  plan.destroy();
}

/** The owner transfers the group to another member, and stays in it. */
export function transfer(group: Group, plan: GroupPlan, actor: string, owner: string): void {
  group.requireOwner(actor, 'hand it to another member');
  group.requireMembers(owner);
  if (owner === actor) throw GroupError.denied(`${owner} owns this group already`);
  plan.save({ ...group.record, owner });
  plan.tellMembers(MucOperation.AssignOwner, { from: actor, to: [owner] });
}

/** The owner changes properties of the group. */
export function update(group: Group, plan: GroupPlan, actor: string, facts: GroupFacts): void {
  group.requireOwner(actor, 'change it');
  plan.save({ ...group.record, ...facts });
  plan.tellMembers(MucOperation.Update, { from: actor, facts: { ...facts } });
}
