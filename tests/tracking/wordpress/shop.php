<?php
// As much of WordPress, WooCommerce and Action Scheduler as the recipe for WooCommerce calls. Orders and actions are in the file
// SHOP_STATE. `php shop.php RECIPE ACT ORDER …`, see the end.
define('POSTBACK_SECRET', getenv('POSTBACK_SECRET'));
$hooks = [];

function add_action(string $hook, callable $do, int $priority = 10, int $arguments = 1): void
{
    global $hooks;
    $hooks[$hook][] = [$do, $arguments];
}

function do_action(string $hook, ...$arguments): void
{
    global $hooks;
    foreach ($hooks[$hook] ?? [] as [$do, $count]) {
        $do(...array_slice($arguments, 0, $count));
    }
}

function sanitize_text_field(string $text): string
{
    return trim(strip_tags($text));
}

function wp_unslash(string $text): string
{
    return stripslashes($text);
}

function state(): array
{
    return json_decode((string) @file_get_contents(getenv('SHOP_STATE')), true) ?: ['orders' => [], 'actions' => []];
}

function change(callable $how): void
{
    $state = state();
    $how($state);
    file_put_contents(getenv('SHOP_STATE'), json_encode($state));
}

class WC_Order
{
    private array $unsaved = [];

    public function __construct(private int $id)
    {
    }

    public function get_meta(string $key): string
    {
        return $this->unsaved[$key] ?? state()['orders'][$this->id]['meta'][$key] ?? '';
    }

    public function update_meta_data(string $key, string $value): void
    {
        $this->unsaved[$key] = $value;
    }

    public function save(): void
    {
        change(function (array &$state) {
            $order = &$state['orders'][$this->id];
            $order = ['meta' => $this->unsaved + ($order['meta'] ?? []), 'notes' => $order['notes'] ?? []];
        });
    }

    public function get_total(): string
    {
        return '49.90';
    }

    public function get_currency(): string
    {
        return 'USD';
    }

    public function add_order_note(string $note): void
    {
        change(function (array &$state) use ($note) {
            $state['orders'][$this->id]['notes'][] = $note;
        });
    }
}

function wc_get_order(int $id): WC_Order|false
{
    return isset(state()['orders'][$id]) ? new WC_Order($id) : false;
}

function as_schedule_single_action(int $at, string $hook, array $arguments, string $group): int
{
    change(function (array &$state) use ($at, $hook, $arguments, $group) {
        $state['actions'][] = compact('at', 'hook', 'arguments', 'group') + ['status' => 'pending'];
    });
    return count(state()['actions']);
}

function as_unschedule_action(string $hook, array $arguments, string $group): void
{
    change(function (array &$state) use ($hook, $arguments, $group) {
        foreach ($state['actions'] as &$action) {
            $asked = [$hook, $arguments, $group, 'pending'];
            if ([$action['hook'], $action['arguments'], $action['group'], $action['status']] === $asked) {
                $action['status'] = 'canceled';
                return;
            }
        }
    });
}

class WP_Error
{
    public function __construct(private string $message)
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }
}

function is_wp_error($thing): bool
{
    return $thing instanceof WP_Error;
}

function wp_remote_post(string $url, array $options): array|WP_Error
{
    $headers = [];
    $request = curl_init($url);
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => http_build_query($options['body']),
        CURLOPT_HTTPHEADER => array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => $options['timeout'],
        CURLOPT_HEADERFUNCTION => function ($request, string $line) use (&$headers): int {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
            return strlen($line);
        },
    ]);
    $body = curl_exec($request);
    if ($body === false) {
        return new WP_Error(curl_error($request));
    }
    return ['code' => curl_getinfo($request, CURLINFO_RESPONSE_CODE), 'body' => $body, 'headers' => $headers];
}

function wp_remote_retrieve_response_code($answer): int|string
{
    return is_wp_error($answer) ? '' : $answer['code'];
}

function wp_remote_retrieve_body($answer): string
{
    return is_wp_error($answer) ? '' : $answer['body'];
}

function wp_remote_retrieve_header($answer, string $name): string
{
    return is_wp_error($answer) ? '' : $answer['headers'][$name] ?? '';
}

/** Runs what is due in so many seconds. What dies while it runs stays in progress, and is never run again. */
function run_actions(int $ahead): void
{
    foreach (state()['actions'] as $place => ['at' => $at, 'hook' => $hook, 'arguments' => $arguments]) {
        if ($at > time() + $ahead || state()['actions'][$place]['status'] !== 'pending') {
            continue;
        }
        $set = fn (string $status) => change(function (array &$state) use ($place, $status) {
            $state['actions'][$place]['status'] = $status;
        });
        $set('in-progress');
        do_action($hook, ...$arguments);
        $set('complete');
    }
}

// An undefined name or index is a failure of the recipe.
set_error_handler(fn (int $level, string $message) => error_reporting() & $level ? throw new ErrorException($message) : false);
[, $recipe, $act, $id] = $argv;
require $recipe;
if ($act === 'run') {
    run_actions((int) $id);
} elseif (isset($argv[4])) {
    $_COOKIE = json_decode($argv[4], true);
    $order = new WC_Order((int) $id);
    do_action($act, $order, []);
    $order->save();
} else {
    do_action($act, (int) $id);
}
