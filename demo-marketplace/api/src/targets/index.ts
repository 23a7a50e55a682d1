/** Types of content that members like, put on their wish list and report; each is registered by its feature. */
export { forgetLikes, likesOf, setLike } from './likes.js';
export {
  findTarget,
  findTargets,
  targetKey,
  type TargetFacts,
  type TargetType,
  type TargetTypes,
} from './target-type.js';
