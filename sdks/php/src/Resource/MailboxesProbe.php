<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;

/** The operations of mailboxes, probe. */
final class MailboxesProbe extends Resource
{
    /**
     * Retrieve the last probe of a mailbox.
     *
     * Tells whether the mails of the last test have come back, whether subaddresses work, and what the way back has
     * changed. While subaddresses do not work, answers go to the plain address, whatever `subaddressing` says.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\MailboxProbe : Model\MailboxProbe|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $mailbox_id, ?Options $options = null): Model\MailboxProbe|NotModified
    {
        return $this->requester->record(Model\MailboxProbe::class, new Call(
            'getMailboxProbe',
            'GET',
            Url::path('/v1/mailboxes/{mailbox_id}/probe', $mailbox_id),
        ), $options);
    }
}
