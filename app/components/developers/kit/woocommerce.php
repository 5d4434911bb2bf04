<?php
/**
 * Plugin Name: Sales postbacks
 * Description: Reports paid and refunded WooCommerce orders. Put this file into wp-content/mu-plugins and, into
 * wp-config.php: define('POSTBACK_SECRET', '…');
 */
const POSTBACK_URL = 'https://office.example.org/api/postback';
const POSTBACK_LAST_TRY = 40;

/** The script keeps the click ID in a cookie of the shop; the order keeps it for later. */
function postback_keep_click($order): void
{
    $click = sanitize_text_field(wp_unslash($_COOKIE['click_id'] ?? ''));
    if ($click !== '') {
        $order->update_meta_data('_click_id', $click);
    }
}
add_action('woocommerce_checkout_create_order', 'postback_keep_click');
// The same for a checkout made of blocks.
add_action('woocommerce_store_api_checkout_update_order_meta', 'postback_keep_click');

$queue_sale = function ($id) {
    postback_queue($id, 'approved');
};
add_action('woocommerce_payment_complete', $queue_sale);
// Bank transfers and payments on delivery end here, without the former.
add_action('woocommerce_order_status_completed', $queue_sale);
add_action('woocommerce_order_fully_refunded', function ($id) {
    postback_queue($id, 'reversed');
});

/** Action Scheduler, which is part of WooCommerce, is the outbox: it stores the action until it has run. */
function postback_queue(int $id, string $status, int $tries = 0, int $wait = 0): void
{
    as_schedule_single_action(time() + $wait, 'send_postback', [$id, $status, $tries], 'postbacks');
}

add_action('send_postback', function ($id, $status, $tries) {
    $order = wc_get_order($id);
    $click = $order ? $order->get_meta('_click_id') : '';
    if ($click === '' || $order->get_meta("_postback_$status") !== '') {
        return;
    }
    // The next try is stored before this one: an action whose process dies is not run again.
    $pause = min(60 * 2 ** $tries, 3600);
    if ($tries < POSTBACK_LAST_TRY) {
        postback_queue($id, $status, $tries + 1, $pause);
    }
    $answer = wp_remote_post(POSTBACK_URL, [
        'timeout' => 30,
        'headers' => ['Authorization' => 'Bearer ' . POSTBACK_SECRET],
        'body' => ['clickid' => $click, 'event' => 'sale', 'status' => $status, 'txid' => (string) $id,
            'amount' => $order->get_total(), 'currency' => $order->get_currency()],
    ]);
    $code = (int) wp_remote_retrieve_response_code($answer);
    $text = is_wp_error($answer) ? $answer->get_error_message() : wp_remote_retrieve_body($answer);
    $wait = (int) wp_remote_retrieve_header($answer, 'retry-after');
    $is_done = in_array($code, [200, 202, 400, 405, 409, 413, 414, 415], true);
    if ($is_done || $wait > $pause) {
        as_unschedule_action('send_postback', [$id, $status, $tries + 1], 'postbacks');
    }
    if ($is_done) {
        $order->update_meta_data("_postback_$status", (string) $code);
        $order->save();
    } elseif ($wait > $pause && $tries < POSTBACK_LAST_TRY) {
        postback_queue($id, $status, $tries + 1, $wait);
    }
    if ($is_done || $tries >= POSTBACK_LAST_TRY) {
        $order->add_order_note("Postback ($status): $code $text");
    }
}, 10, 3);
