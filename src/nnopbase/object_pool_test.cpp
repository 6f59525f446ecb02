#include "nnopbase/object_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace aclnn_cpu::nnopbase {
namespace {

struct Small {
    int64_t values[3] = {1, 2, 3};
};
struct Large {
    char bytes[900] = {};
};

TEST(ObjectPool, RecognisesLiveDeadAndForeignPointers) {
    ObjectPool<Small, 201> pool;
    ObjectPool<Large, 202> others;
    Small* object = pool.Create();
    Large* other = others.Create();
    int local = 0;
    EXPECT_TRUE(pool.IsLive(object));
    EXPECT_FALSE(pool.IsLive(other));
    EXPECT_FALSE(pool.IsLive(&local));
    EXPECT_FALSE(pool.IsLive(nullptr));
    EXPECT_FALSE(pool.IsLive(reinterpret_cast<void*>(8)));
    EXPECT_FALSE(pool.IsLive(&object->values[1])) << "the middle of an object is no object";
    EXPECT_TRUE(pool.Destroy(object));
    EXPECT_FALSE(pool.IsLive(object));
    EXPECT_FALSE(pool.Destroy(object));
}

TEST(ObjectPool, DoesNotReuseAPlaceSoon) {
    ObjectPool<Large, 203> pool;
    Large* first = pool.Create();
    ASSERT_TRUE(pool.Destroy(first));
    for (size_t i = 0; i < ObjectPool<Large, 203>::kQuarantine; ++i) {
        Large* next = pool.Create();
        ASSERT_NE(next, first) << i;
        ASSERT_TRUE(pool.Destroy(next));
    }
    std::set<void*> places;
    for (int i = 0; i < 2000; ++i) {
        Large* next = pool.Create();
        places.insert(next);
        ASSERT_TRUE(pool.Destroy(next));
    }
    EXPECT_LT(places.size(), 300u) << "places are used again";
}

TEST(ObjectPool, EveryPlaceOfASlabIsItsOwn) {
    ObjectPool<Large, 204> pool;
    std::vector<Large*> objects;
    for (int i = 0; i < 500; ++i) {
        objects.push_back(pool.Create());
        objects.back()->bytes[0] = objects.back()->bytes[899] = static_cast<char>(i);
    }
    for (int i = 0; i < 500; ++i) {
        ASSERT_TRUE(pool.IsLive(objects[static_cast<size_t>(i)]));
        ASSERT_EQ(objects[static_cast<size_t>(i)]->bytes[0], static_cast<char>(i));
        ASSERT_EQ(objects[static_cast<size_t>(i)]->bytes[899], static_cast<char>(i));
        ASSERT_TRUE(pool.Destroy(objects[static_cast<size_t>(i)]));
    }
}

TEST(ObjectPool, OneOfSeveralRacingThreadsDestroys) {
    ObjectPool<Small, 205> pool;
    for (int round = 0; round < 200; ++round) {
        Small* object = pool.Create();
        std::atomic<int> destroyed{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 3; ++t) {
            threads.emplace_back([&] { destroyed += pool.Destroy(object); });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        ASSERT_EQ(destroyed, 1);
    }
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase
