/** Path below {auth_url} of the account console; its pages, such as connected apps, are below it. */
export const CONSOLE_PATH = '/console/';
