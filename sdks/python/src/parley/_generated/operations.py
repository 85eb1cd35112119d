# Generated from the API document by `npm run sdks`. Do not edit.

"""The operations of the API as the core sends them."""

from .._core.request import Operation

GET_ME = Operation("getMe", "GET", "/v1/me")
SEARCH = Operation("search", "GET", "/v1/search")
BULK_UPDATE_CONTACTS = Operation("bulkUpdateContacts", "POST", "/v1/contacts/bulk", is_keyed=True, has_body=True)
CREATE_CONTACT = Operation("createContact", "POST", "/v1/contacts", is_keyed=True, has_body=True)
LIST_CONTACTS = Operation("listContacts", "GET", "/v1/contacts")
DELETE_CONTACT = Operation("deleteContact", "DELETE", "/v1/contacts/{}")
GET_CONTACT = Operation("getContact", "GET", "/v1/contacts/{}")
UPDATE_CONTACT = Operation("updateContact", "PATCH", "/v1/contacts/{}", is_keyed=True, has_body=True)
UPSERT_CONTACTS = Operation("upsertContacts", "POST", "/v1/contacts/upsert", is_keyed=True, has_body=True)
LIST_CONTACT_HISTORY = Operation("listContactHistory", "GET", "/v1/contacts/{}/history")
CREATE_CONVERSATION = Operation("createConversation", "POST", "/v1/conversations", is_keyed=True, has_body=True)
LIST_CONVERSATIONS = Operation("listConversations", "GET", "/v1/conversations")
DELETE_CONVERSATION = Operation("deleteConversation", "DELETE", "/v1/conversations/{}")
GET_CONVERSATION = Operation("getConversation", "GET", "/v1/conversations/{}")
UPDATE_CONVERSATION = Operation("updateConversation", "PATCH", "/v1/conversations/{}", is_keyed=True, has_body=True)
LIST_CONVERSATION_HISTORY = Operation("listConversationHistory", "GET", "/v1/conversations/{}/history")
CREATE_MESSAGE = Operation(
    "createMessage",
    "POST",
    "/v1/conversations/{}/messages",
    is_keyed=True,
    has_body=True,
    files={"attachments": "attachments[]"},
)
LIST_MESSAGES = Operation("listMessages", "GET", "/v1/conversations/{}/messages")
DELETE_MESSAGE = Operation("deleteMessage", "DELETE", "/v1/conversations/{}/messages/{}")
GET_MESSAGE = Operation("getMessage", "GET", "/v1/conversations/{}/messages/{}")
RECOVER_WEBHOOK = Operation("recoverWebhook", "POST", "/v1/webhooks/{}/recover", is_keyed=True, has_body=True)
CREATE_WEBHOOK = Operation("createWebhook", "POST", "/v1/webhooks", is_keyed=True, has_body=True)
LIST_WEBHOOKS = Operation("listWebhooks", "GET", "/v1/webhooks")
DELETE_WEBHOOK = Operation("deleteWebhook", "DELETE", "/v1/webhooks/{}")
GET_WEBHOOK = Operation("getWebhook", "GET", "/v1/webhooks/{}")
UPDATE_WEBHOOK = Operation("updateWebhook", "PATCH", "/v1/webhooks/{}", is_keyed=True, has_body=True)
ROTATE_WEBHOOK_SECRET = Operation("rotateWebhookSecret", "POST", "/v1/webhooks/{}/secret/rotate", is_keyed=True, has_body=True)
TEST_WEBHOOK = Operation("testWebhook", "POST", "/v1/webhooks/{}/test", is_keyed=True)
GET_DELIVERY = Operation("getDelivery", "GET", "/v1/webhooks/{}/deliveries/{}")
LIST_DELIVERIES = Operation("listDeliveries", "GET", "/v1/webhooks/{}/deliveries")
RETRY_DELIVERY = Operation("retryDelivery", "POST", "/v1/webhooks/{}/deliveries/{}/retry", is_keyed=True)
LIST_EVENTS = Operation("listEvents", "GET", "/v1/events")
STREAM_EVENTS = Operation("streamEvents", "GET", "/v1/events/stream")
CREATE_FILE = Operation("createFile", "POST", "/v1/files", is_keyed=True, has_body=True, is_form=True, files={"file": "file"})
LIST_FILES = Operation("listFiles", "GET", "/v1/files")
DELETE_FILE = Operation("deleteFile", "DELETE", "/v1/files/{}")
GET_FILE = Operation("getFile", "GET", "/v1/files/{}")
CREATE_INBOX = Operation("createInbox", "POST", "/v1/inboxes", is_keyed=True, has_body=True)
LIST_INBOXES = Operation("listInboxes", "GET", "/v1/inboxes")
DELETE_INBOX = Operation("deleteInbox", "DELETE", "/v1/inboxes/{}")
GET_INBOX = Operation("getInbox", "GET", "/v1/inboxes/{}")
UPDATE_INBOX = Operation("updateInbox", "PATCH", "/v1/inboxes/{}", is_keyed=True, has_body=True)
CREATE_TEAM = Operation("createTeam", "POST", "/v1/teams", is_keyed=True, has_body=True)
LIST_TEAMS = Operation("listTeams", "GET", "/v1/teams")
DELETE_TEAM = Operation("deleteTeam", "DELETE", "/v1/teams/{}")
GET_TEAM = Operation("getTeam", "GET", "/v1/teams/{}")
UPDATE_TEAM = Operation("updateTeam", "PATCH", "/v1/teams/{}", is_keyed=True, has_body=True)
ADD_TEAM_MEMBER = Operation("addTeamMember", "POST", "/v1/teams/{}/members", is_keyed=True, has_body=True)
LIST_TEAM_MEMBERS = Operation("listTeamMembers", "GET", "/v1/teams/{}/members")
REMOVE_TEAM_MEMBER = Operation("removeTeamMember", "DELETE", "/v1/teams/{}/members/{}")
CREATE_TAG = Operation("createTag", "POST", "/v1/tags", is_keyed=True, has_body=True)
LIST_TAGS = Operation("listTags", "GET", "/v1/tags")
DELETE_TAG = Operation("deleteTag", "DELETE", "/v1/tags/{}")
GET_TAG = Operation("getTag", "GET", "/v1/tags/{}")
UPDATE_TAG = Operation("updateTag", "PATCH", "/v1/tags/{}", is_keyed=True, has_body=True)
BULK_UPDATE_TICKETS = Operation("bulkUpdateTickets", "POST", "/v1/tickets/bulk", is_keyed=True, has_body=True)
CREATE_TICKET = Operation("createTicket", "POST", "/v1/tickets", is_keyed=True, has_body=True)
LIST_TICKETS = Operation("listTickets", "GET", "/v1/tickets")
DELETE_TICKET = Operation("deleteTicket", "DELETE", "/v1/tickets/{}")
GET_TICKET = Operation("getTicket", "GET", "/v1/tickets/{}")
UPDATE_TICKET = Operation("updateTicket", "PATCH", "/v1/tickets/{}", is_keyed=True, has_body=True)
UPSERT_TICKETS = Operation("upsertTickets", "POST", "/v1/tickets/upsert", is_keyed=True, has_body=True)
CREATE_MESSAGE_TICKET = Operation(
    "createMessageTicket",
    "POST",
    "/v1/tickets/{}/messages",
    is_keyed=True,
    has_body=True,
    files={"attachments": "attachments[]"},
)
LIST_MESSAGES_TICKETS = Operation("listMessagesTickets", "GET", "/v1/tickets/{}/messages")
LIST_TICKET_HISTORY = Operation("listTicketHistory", "GET", "/v1/tickets/{}/history")
CREATE_USER = Operation("createUser", "POST", "/v1/users", is_keyed=True, has_body=True)
LIST_USERS = Operation("listUsers", "GET", "/v1/users")
GET_USER = Operation("getUser", "GET", "/v1/users/{}")
UPDATE_USER = Operation("updateUser", "PATCH", "/v1/users/{}", is_keyed=True, has_body=True)
GET_WORKSPACE = Operation("getWorkspace", "GET", "/v1/workspace")
UPDATE_WORKSPACE = Operation("updateWorkspace", "PATCH", "/v1/workspace", is_keyed=True, has_body=True)
