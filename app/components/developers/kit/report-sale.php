<?php
// Reports sales, and repeats what could not be delivered. Needs PHP 7.4 with curl.
// When an order is paid:  report_sale(['clickid' => $_COOKIE['click_id'], 'event' => 'sale', 'txid' => 'A-1001']);
// Every minute, by cron:  POSTBACK_SECRET=… php report-sale.php
function postback_setting(string $name, string $default): string
{
    return getenv($name) ?: $default;
}

function postback_outbox(): string
{
    $folder = postback_setting('POSTBACK_OUTBOX', __DIR__ . '/outbox');
    if (!is_dir($folder)) {
        @mkdir($folder, 0700, true);
    }
    return $folder;
}

/** Stores the sale before it is sent, so that none is lost. Fails only if it cannot be stored. */
function report_sale(array $sale): void
{
    $parts = [$sale['event'] ?? '', $sale['status'] ?? '', $sale['txid'] ?? ($sale['clickid'] ?? '')];
    $file = postback_outbox() . '/' . hash('sha256', implode("\n", $parts)) . '.json';
    store_postback($file, ['sale' => $sale, 'tries' => 0, 'nextTry' => 0]);
    // The customer waits for this one. Those that wait for a later try are sent by cron.
    send_postback($file, 5);
}

/** Sends the sales that are due. Refused ones are kept as .refused, with the answer. */
function send_outbox(): void
{
    foreach (glob(postback_outbox() . '/*.json') as $file) {
        send_postback($file, 30);
    }
}

function send_postback(string $file, int $timeout): void
{
    $entry = json_decode((string) @file_get_contents($file), true);
    // Another process may just have sent it.
    if ($entry === null || $entry['nextTry'] > time()) {
        return;
    }
    [$status, $text, $wait] = post_postback($entry['sale'], $timeout);
    if ($status === 200 || $status === 202) {
        @unlink($file);
    } elseif (in_array($status, [400, 405, 409, 413, 414, 415], true)) {
        store_postback($file, ['answer' => $text] + $entry);
        rename($file, substr($file, 0, -4) . 'refused');
    } else {
        $pause = max($wait, min(5 * 2 ** $entry['tries'], 3600));
        $tried = ['tries' => $entry['tries'] + 1, 'nextTry' => time() + $pause, 'answer' => $text];
        store_postback($file, $tried + $entry);
    }
}

function post_postback(array $sale, int $timeout): array
{
    $wait = 0;
    $request = curl_init(postback_setting('POSTBACK_URL', 'https://office.example.org/api/postback'));
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => http_build_query($sale),
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . postback_setting('POSTBACK_SECRET', 'SECRET')],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => $timeout,
        CURLOPT_HEADERFUNCTION => function ($request, string $line) use (&$wait): int {
            if (preg_match('/^retry-after: *(\d+)/i', $line, $found)) {
                $wait = (int) $found[1];
            }
            return strlen($line);
        },
    ]);
    $text = curl_exec($request);
    return [curl_getinfo($request, CURLINFO_RESPONSE_CODE), $text === false ? curl_error($request) : $text, $wait];
}

function store_postback(string $file, array $entry): void
{
    $new = $file . '.' . getmypid();
    $text = json_encode($entry, JSON_INVALID_UTF8_SUBSTITUTE);
    if (@file_put_contents($new, $text) !== strlen($text) || !rename($new, $file)) {
        throw new RuntimeException("A sale could not be stored: $text");
    }
}

if (PHP_SAPI === 'cli' && realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    send_outbox();
}
