import { getConfig } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const configQuery = () => actionQuery(getConfig, {}, { isLasting: true });
