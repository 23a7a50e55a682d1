/** Accounts of the back office, as an operator makes them on the command line. */
export {
  addStaff,
  listStaff,
  removeStaff,
  resetStaffPassword,
  StaffError,
  type AddedStaff,
  type NewStaff,
  type StaffAccount,
  type StaffPorts,
} from './staff.js';
