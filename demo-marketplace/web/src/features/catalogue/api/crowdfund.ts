import { getCrowdfund, listBackers, listCampaignUpdates, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const crowdfundQuery = (body: RequestOf<typeof getCrowdfund>) => actionQuery(getCrowdfund, body);
export const backersQuery = (body: RequestOf<typeof listBackers>) => actionQuery(listBackers, body);
export const campaignUpdatesQuery = (body: RequestOf<typeof listCampaignUpdates>) =>
  actionQuery(listCampaignUpdates, body);
