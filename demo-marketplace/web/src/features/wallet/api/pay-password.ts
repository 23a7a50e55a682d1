import { getPayPassword } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const payPasswordQuery = () => actionQuery(getPayPassword, {});
