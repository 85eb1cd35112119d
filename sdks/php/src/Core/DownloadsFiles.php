<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Download;
use Parley\Options;

/** @internal What the files of the API document do not have: their content. */
trait DownloadsFiles
{
    /**
     * Download a file.
     *
     * Reads the record, and its content when the download is iterated over or saved. Requires the scope `files:read`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function download(string $file_id, ?Options $options = null): Download
    {
        $read = fn () => $this->get($file_id, options: $options);
        return new Download($this->requester->config, $read, $options ?? new Options());
    }
}
